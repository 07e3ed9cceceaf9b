import type { Database } from '#server/platform/db/connect.ts'
import { type PhotoRow, selectPhotos, updatePositions } from './queries.ts'
import { countedPhotos, positionsOf } from './rules.ts'

/** Closes gaps among a listing's photos, and makes its first image primary. */
export async function renumberPhotos(tx: Database, productId: string, ordered?: PhotoRow[]): Promise<void> {
  const photos = ordered ?? countedPhotos(await selectPhotos(tx, productId))
  await updatePositions(tx, productId, positionsOf(photos))
}
