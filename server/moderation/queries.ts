import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * Undefined without a role, without two-factor and for a session that has ended. A code that was entered before the factor
 * was turned on, or more than `seconds` ago, is no second step.
 */
export const selectRole = (db: Database, { id, sessionId }: Viewer, seconds: number) =>
  db
    .selectFrom('staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .innerJoin('sessions as s', 's.account_id', 'a.id')
    .select([
      't.role',
      sql<boolean>`coalesce(
        s.second_step_at >= a.totp_enabled_at and s.second_step_at > now() - make_interval(secs => ${seconds}), false
      )`.as('has_second_step'),
    ])
    .where('t.account_id', '=', id)
    .where('s.id', '=', sessionId)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('a.totp_enabled_at', 'is not', null)
    .executeTakeFirst()

/** What the person may not do at present. */
export const selectSanction = (db: Database, personId: string) =>
  db
    .selectFrom('sanctions')
    .select(['kind', 'decision_id'])
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<string>`now()`)]))
    .executeTakeFirst()

/** The one who was banned last. */
export const selectBannedAmong = (db: Database, personIds: string[]) =>
  db
    .selectFrom('sanctions')
    .select('person_id')
    .where('kind', '=', 'banned')
    .where('person_id', 'in', personIds)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewSignal {
  target: Target
  /** The person who answers for the target. */
  subjectId: string
  reason: string
  weight: number
  detail: object
}

export const upsertSignal = (tx: Database, { target, subjectId, reason, weight, detail }: NewSignal) =>
  tx
    .insertInto('signals')
    .values({
      target_kind: target.kind,
      target_id: target.id,
      subject_id: subjectId,
      reason,
      weight,
      detail: JSON.stringify(detail),
    })
    .onConflict((conflict) =>
      conflict
        .constraint('one_signal_per_reason')
        .doUpdateSet((eb) => ({ weight: eb.ref('excluded.weight'), detail: eb.ref('excluded.detail') })),
    )
    .execute()

/** Whether there was one. */
export async function deleteSignal(tx: Database, target: Target, reason: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('signals')
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The open case, undefined while there is too little reason for one. */
export async function assessCase(
  tx: Database,
  { target, subjectId, openFrom }: { target: Target; subjectId: string; openFrom: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select assess_case(${target.kind}, ${target.id}, ${subjectId}, ${openFrom}::real) as id`.execute(tx)
  return rows[0]?.id ?? undefined
}

/** Written once a minute at most, so that it costs next to nothing. */
export const touchStaff = (db: Database, accountId: string) =>
  db
    .updateTable('staff')
    .set({ seen_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('seen_at', 'is', null), eb('seen_at', '<', sql<string>`now() - interval '1 minute'`)]),
    )
    .execute()

export async function selectIsStaffPresent(db: Database, minutes: number): Promise<boolean> {
  const { rows } = await sql<{ present: boolean }>`
    select exists (
      select from staff where seen_at > now() - make_interval(mins => ${minutes})
    ) as present`.execute(db)
  return rows[0]?.present ?? false
}

/** What somebody of the staff did. */
export interface Act {
  /** Null is the operator at a shell. */
  actorId: string | null
  action: string
  target?: { kind: string; id: string }
  detail?: object
}

export const insertAct = (db: Database, { actorId, action, target, detail = {} }: Act) =>
  db
    .insertInto('audit_entries')
    .values({
      actor_id: actorId,
      action,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()

/** Since a time: an older reason was looked at already. */
export async function selectIsApprovedSince(
  db: Database,
  { kind, id }: Target,
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('decisions')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('action', 'in', ['approve', 'restore'])
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

export async function selectHasSignal(
  db: Database,
  { kind, id }: Target,
  reasons: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('signals')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('reason', 'in', reasons)
    .executeTakeFirst()
  return row !== undefined
}

/** Two years old: no sooner, or the trigger refuses. A decision that still shuts somebody out stays, with its appeal. */
export async function deleteOldHistory(db: Database): Promise<void> {
  const old = sql<boolean>`created_at < now() - interval '2 years'`
  await db
    .deleteFrom('decisions')
    .where(old)
    .where('id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db.deleteFrom('audit_entries').where(old).execute()
}
