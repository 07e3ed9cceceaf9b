import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** The account's proved identities: an address that anybody may have typed is not one yet. */
export const selectIdentities = (db: Database, accountId: string) =>
  db
    .selectFrom('accounts')
    .select(['phone', 'mailbox_hash'])
    .select(
      sql<
        string | null
      >`case when email_verified_at is not null or password_hash is not null then email end`.as('email'),
    )
    .where('id', '=', accountId)
    .executeTakeFirst()

export const insertHashes = (tx: Database, personId: string, hashes: Buffer[]) =>
  tx
    .insertInto('identity_hashes')
    .values(hashes.map((hash) => ({ person_id: personId, hash })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Deletes the hash of a number that now belongs to somebody else and no longer identifies this person, unless
 * it protects others.
 */
export const deleteHash = (tx: Database, personId: string, hash: Buffer) =>
  tx
    .deleteFrom('identity_hashes')
    .where('person_id', '=', personId)
    .where('hash', '=', hash)
    .where(sql<boolean>`not protects_others(person_id)`)
    .execute()

/** Former accounts with one of the person's mailboxes or numbers. */
export async function selectFormerAccounts(tx: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from same_person(${personId}) as p (id) where p.id <> ${personId}`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function selectProtectsOthers(tx: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ protects: boolean }>`select protects_others(${personId}) as protects`.execute(
    tx,
  )
  return rows[0]?.protects ?? false
}

/** Copies hashes, so that they also identify the person. */
export const copyHashes = (tx: Database, { from, to }: { from: string; to: string }) =>
  sql`
    insert into identity_hashes (person_id, hash) select ${to}, hash from identity_hashes where person_id = ${from}
    on conflict do nothing`.execute(tx)

/** People who blocked the former account block the new one from now on. */
export async function moveBlocks(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    with moved as (delete from blocks where blocked_id = ${from} returning blocker_id, created_at)
    insert into blocks (blocker_id, blocked_id, created_at)
    select blocker_id, ${to}, created_at from moved where blocker_id <> ${to}
    on conflict do nothing`.execute(tx)
}

/**
 * The most serious current sanction of the former accounts applies to the person too, unless their own is
 * more serious or as serious and as long.
 */
export async function inheritSanction(tx: Database, personId: string, from: string[]) {
  const { rows } = await sql<{ kind: string }>`
    insert into sanctions as own (person_id, kind, until, decision_id)
    select ${personId}, kind, until, decision_id from sanctions
    where person_id = any(${from}::uuid[]) and (until is null or until > now())
    order by array_position(array['limited', 'suspended', 'banned'], kind) desc, until desc
    limit 1
    on conflict (person_id) do update
    set kind = excluded.kind, until = excluded.until, decision_id = excluded.decision_id, created_at = now()
    where own.until <= now()
      or array_position(array['limited', 'suspended', 'banned'], own.kind)
        < array_position(array['limited', 'suspended', 'banned'], excluded.kind)
      or own.kind = excluded.kind and own.until < excluded.until
    returning kind`.execute(tx)
  return rows[0]?.kind
}

export async function markPersonLeft(tx: Database, personId: string): Promise<void> {
  await sql`select part_with_person(${personId})`.execute(tx)
}

/** Also deletes reports of stolen phones that nobody can withdraw any more. */
export async function forgetPeople(db: Database): Promise<void> {
  await sql`select forget_person(id) from people where left_at is not null`.execute(db)
  await db
    .deleteFrom('stolen_phones')
    .where('reporter_id', 'is', null)
    .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.stolenPhones}::interval`)
    .execute()
}

interface Remaining {
  limited_until: string | null
  is_checked: boolean
  upheld_until: string | null
}

/** Data that outlives the account. */
export async function selectRemaining(db: Database, personId: string): Promise<Remaining | undefined> {
  const { rows } = await sql<Remaining>`
    select s.until as limited_until,
      exists (select from cases where subject_id = person.id and state = 'open') as is_checked,
      (
        select max(c.decided_at) + interval '2 years' from cases c join reports r on r.case_id = c.id
        where c.subject_id = person.id and r.outcome = 'upheld' and c.decided_at > now() - interval '2 years'
      ) as upheld_until
    from people person
    left join sanctions s on s.person_id = person.id and (s.until is null or s.until > now())
    where person.id = ${personId}`.execute(db)
  return rows[0]
}
