import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/**
 * Returns undefined without a role, without two-factor and for an ended session. A code that was entered
 * before the factor was turned on, or more than `seconds` ago, is not a second step.
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

/** Written at most once a minute, so that it costs almost nothing. */
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

export async function selectStaffIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('account_id').execute()
  return rows.map((row) => row.account_id)
}

/** An act of a staff member. */
export interface Act {
  /** Null for the operator at a shell. */
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

export const selectOwnRole = (db: Database, accountId: string) =>
  db
    .selectFrom('accounts as a')
    .leftJoin('staff as t', 't.account_id', 'a.id')
    .select(['t.role', sql<boolean>`a.totp_enabled_at is not null`.as('has_two_factor')])
    .where('a.id', '=', accountId)
    .executeTakeFirst()
