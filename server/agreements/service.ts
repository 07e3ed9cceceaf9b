import type { Database } from '#server/platform/db/connect.ts'
import { selectPromise } from './queries.ts'

export { emitEnded } from './ending.ts'
export { tellWriters } from './telling.ts'

/** Returns the id of the agreement that holds for a product. */
export const findPromise = async (tx: Database, productId: string): Promise<string | undefined> =>
  (await selectPromise(tx, productId))?.id
