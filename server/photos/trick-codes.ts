import { holdWhileLimited } from '#server/moderation/sanctions/service.ts'
import type { Context } from '#server/context.ts'
import { flagTrickCodes } from '#server/moderation/guard/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { assessSharedPhotos } from './matching.ts'
import { selectCodes, selectListing } from './queries.ts'

/** Runs after every change to a published listing's photos: moderators see the targets of their QR codes. */
export async function assessPhotoCodes(
  ctx: Pick<Context, 'guard'>,
  tx: Database,
  { productId }: { productId: string },
): Promise<void> {
  const product = await selectListing(tx, productId)
  if (!product) return
  const codes = await selectCodes(tx, productId)
  await flagTrickCodes(ctx, tx, { id: productId, sellerId: product.seller_id, codes })
}

/** Checks the new photos of a published listing. */
export async function assessPhotos(
  ctx: Pick<Context, 'changes' | 'guard' | 'jobs'>,
  tx: Database,
  listing: { productId: string },
): Promise<void> {
  await assessPhotoCodes(ctx, tx, listing)
  await assessSharedPhotos(ctx, tx, listing)
  const product = await selectListing(tx, listing.productId)
  if (product) await holdWhileLimited(ctx, tx, { productId: listing.productId, sellerId: product.seller_id })
}
