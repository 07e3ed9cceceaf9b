import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'

export interface NewSignal {
  target: Target
  /** The person responsible for the target. */
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

/** Returns whether there was one. */
export async function deleteSignal(tx: Database, target: Target, reason: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('signals')
    .where('target_kind', '=', target.kind)
    .where('target_id', '=', target.id)
    .where('reason', '=', reason)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The open case, or undefined while there is too little reason for one. */
export async function assessCase(
  tx: Database,
  { target, subjectId, openFrom }: { target: Target; subjectId: string; openFrom: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select assess_case(${target.kind}, ${target.id}, ${subjectId}, ${openFrom}::real) as id`.execute(tx)
  return rows[0]?.id ?? undefined
}

export async function selectHasSignal(db: Database, { kind, id }: Target, reasons: readonly string[]) {
  const row = await db
    .selectFrom('signals')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('reason', 'in', reasons)
    .executeTakeFirst()
  return row !== undefined
}
