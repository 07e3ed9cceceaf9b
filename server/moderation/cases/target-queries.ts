import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface TargetFacts {
  subject_id: string
  /** The target's current state, or its state before it was deleted: evidence for a decision. */
  facts: Record<string, unknown>
}

/**
 * Returns undefined for a deleted target without an open case, and for one that nobody is responsible for any
 * more.
 */
export async function selectTarget(db: Database, { kind, id }: Target): Promise<TargetFacts | undefined> {
  const { rows } = await sql<TargetFacts>`
    select * from (
      select coalesce(c.subject_id, target_owner(target.kind, target.id)) as subject_id,
        coalesce(c.evidence, target_facts(target.kind, target.id)) as facts
      from (values (${kind}::text, ${id}::uuid)) as target (kind, id)
      left join cases c on c.target_kind = target.kind and c.target_id = target.id and c.state = 'open'
    ) as found where subject_id is not null and facts is not null`.execute(db)
  return rows[0]
}

/** Names that words to the person may quote: the title of a listing, and the person's name. */
export async function selectQuotable(db: Database, target: Target): Promise<string[]> {
  const found = await selectTarget(db, target)
  if (!found) return []
  const { rows } = await sql<{ name: string | null }>`select staff_name(${found.subject_id}) as name`.execute(
    db,
  )
  const title = target.kind === 'product' ? found.facts.title : null
  return [title, rows[0]?.name].filter((text): text is string => typeof text === 'string' && text !== '')
}

/** Locked before its case, like an edit by its seller. */
export const lockProduct = (tx: Database, id: string) =>
  tx.selectFrom('products').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

const REMOVED_MESSAGE = 'This message was removed by a moderator.'

/** Only the decision's evidence still has the message's text. */
export const removeMessage = (tx: Database, id: string) =>
  tx
    .updateTable('messages')
    .set({
      content: REMOVED_MESSAGE,
      image_url: null,
      image_width: null,
      image_height: null,
      image_thumbhash: null,
    })
    .where('id', '=', id)
    .execute()

/** Restores the message from the evidence of its removal. */
export async function restoreMessage(tx: Database, id: string): Promise<void> {
  await sql`
    update messages m set content = e->>'content', image_url = e->>'image_url',
      image_width = (e->>'image_width')::int, image_height = (e->>'image_height')::int,
      image_thumbhash = e->>'image_thumbhash'
    from (
      select evidence as e from decisions
      where target_id = ${id} and action = 'remove' order by created_at desc limit 1
    ) as removal
    where m.id = ${id} and m.content = ${REMOVED_MESSAGE}`.execute(tx)
}

/** Returns the product or the buyer that the review is about. */
export async function setReviewRemoved(
  tx: Database,
  id: string,
  isRemoved: boolean,
): Promise<{ product_id: string } | { buyer_id: string } | undefined> {
  const removed = { removed_at: isRemoved ? sql<string>`now()` : null }
  const [ofProduct] = await tx
    .updateTable('product_reviews')
    .set(removed)
    .where('id', '=', id)
    .returning('product_id')
    .execute()
  if (ofProduct) return ofProduct
  return tx
    .updateTable('buyer_reviews')
    .set(removed)
    .where('id', '=', id)
    .returning('buyer_id')
    .executeTakeFirst()
}

const REVIEWED_MAX = 500

/** Buyers whom the person has reviewed, latest first. */
export const selectBuyersReviewedBy = async (tx: Database, personId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('buyer_reviews')
      .select('buyer_id')
      .where('seller_id', '=', personId)
      .orderBy('created_at', 'desc')
      .limit(sql.lit(REVIEWED_MAX))
      .execute()
  ).map((row) => row.buyer_id)

/** Products that the person has reviewed, latest first. */
export const selectReviewedBy = async (tx: Database, personId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('product_reviews')
      .select('product_id')
      .where('reviewer_id', '=', personId)
      .orderBy('created_at', 'desc')
      .limit(sql.lit(REVIEWED_MAX))
      .execute()
  ).map((row) => row.product_id)

export async function releaseProductsOf(tx: Database, personId: string): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`select release_products_of(${personId}) as shown`.execute(tx)
  return rows[0]?.shown ?? false
}

export const upsertSanction = (
  tx: Database,
  sanction: { personId: string; kind: string; days: number | null; decisionId: string },
) =>
  tx
    .insertInto('sanctions')
    .values({
      person_id: sanction.personId,
      kind: sanction.kind,
      until: sanction.days === null ? null : sql`now() + make_interval(days => ${sanction.days})`,
      decision_id: sanction.decisionId,
    })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet((eb) => ({
        kind: eb.ref('excluded.kind'),
        until: eb.ref('excluded.until'),
        decision_id: eb.ref('excluded.decision_id'),
        created_at: sql`now()`,
      })),
    )
    .execute()

/** Deletes the sanctions of these people and of all who inherited theirs. Returns those people. */
export async function deleteSanctions(tx: Database, personIds: readonly string[]): Promise<string[]> {
  const people = [...personIds]
  const rows = await tx
    .deleteFrom('sanctions')
    .where((eb) =>
      eb.or([
        eb('person_id', 'in', people),
        eb(
          'decision_id',
          'in',
          eb.selectFrom('sanctions').select('decision_id').where('person_id', 'in', people),
        ),
      ]),
    )
    .returning('person_id')
    .execute()
  return rows.map((row) => row.person_id)
}

/** The person, and the former accounts with the same mailboxes and numbers. */
export async function selectSamePerson(db: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from same_person(${personId}) as same (id) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the people who have not deleted their account. */
export async function selectExistingPeople(db: Database, personIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', 'in', [...personIds])
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns whether there was a sanction whose time is over. */
export const deleteEndedSanction = async (tx: Database, personId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('sanctions')
    .where('person_id', '=', personId)
    .where('until', '<=', sql<string>`now()`)
    .returning('person_id')
    .executeTakeFirst()) !== undefined

export const selectEndedSanctions = (db: Database, limit: number) =>
  db
    .selectFrom('sanctions')
    .select('person_id')
    .where('until', '<=', sql<string>`now()`)
    .limit(sql.lit(limit))
    .execute()
