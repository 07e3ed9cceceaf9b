import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Result of `act`, started while `change` is uncommitted; the commit follows once `act` waits for it or has
 * finished.
 */
export async function inTheMiddleOf<Result>(
  db: Database,
  change: (tx: Database) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  const changed = Promise.withResolvers<void>()
  const isAwaited = Promise.withResolvers<void>()
  const changing = db.transaction().execute(async (tx) => {
    await change(tx)
    changed.resolve()
    await isAwaited.promise
  })
  await changed.promise
  let isDone = false
  const result = act().finally(() => (isDone = true))
  const isWaiting = async () =>
    (
      await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length > 0
  await expect.poll(async () => isDone || (await isWaiting())).toBe(true)
  isAwaited.resolve()
  await changing
  return result
}
