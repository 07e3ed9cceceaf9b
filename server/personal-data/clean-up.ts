import type { PersonalDataParts } from './personal-data-parts.ts'
import { deleteExport, failAbandonedExports, selectEndedExports } from './queries.ts'
import { exportKey } from './removal.ts'

/** Takes exports whose time is over out of the storage, the file before its row, so that none is forgotten. */
export async function cleanUpExports({
  db,
  storage,
}: Pick<PersonalDataParts, 'db' | 'storage'>): Promise<void> {
  await failAbandonedExports(db)
  for (const { id } of await selectEndedExports(db)) {
    await storage.remove(exportKey(id))
    await deleteExport(db, id)
  }
}
