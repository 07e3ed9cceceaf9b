import type { Context } from '#server/context.ts'
import { deleteExport, failAbandonedExports, selectEndedExports } from './queries.ts'
import { exportKey } from './removal.ts'

/** Deletes expired exports, each file before its row, so that no file stays behind. */
export async function cleanUpExports({ db, storage }: Pick<Context, 'db' | 'storage'>): Promise<void> {
  await failAbandonedExports(db)
  for (const { id } of await selectEndedExports(db)) {
    await storage.remove(exportKey(id))
    await deleteExport(db, id)
  }
}
