import type { Context } from '#server/context.ts'
import { holdProduct, isApprovedSince, isNewSeller } from '#server/moderation/sanctions/service.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { LikenessHash } from '#server/platform/images/likeness/likeness-hashes.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './matching-queries.ts'

/** Finds photos in listings that show the same picture. */
export const findAlikePhotos = (db: Database, likeness: LikenessHash[]): Promise<string[]> =>
  queries.selectAlike(db, likeness)

/** Unassigned photos that the seller already has in another listing for sale. */
export async function findListedUploads(
  db: Database,
  sellerId: string,
  uploadIds: string[],
): Promise<queries.ListedPhoto[]> {
  const listed: queries.ListedPhoto[] = []
  for (const { id, likeness } of await queries.selectLikeness(db, uploadIds)) {
    const alike = await findAlikePhotos(db, likeness)
    const other = alike.length > 0 && (await queries.selectOwnListingWith(db, sellerId, alike))
    if (other) listed.push({ photo_id: id, ...other })
  }
  return listed
}

interface HashedPhoto {
  id: string
  likeness: LikenessHash[]
}

/** Makes a listing's photos findable for later copies, without searching for earlier ones. */
export async function indexPhotos(tx: Database, photos: HashedPhoto[]): Promise<void> {
  for (const { id, likeness } of photos) await queries.insertHashes(tx, id, likeness)
}

/** Finds photos that show the same as each photo that was just added to a listing, and makes it findable. */
export async function matchPhotos(tx: Database, photos: HashedPhoto[]): Promise<void> {
  for (const photo of photos) {
    const { id, likeness } = photo
    const alike = await findAlikePhotos(tx, likeness)
    await indexPhotos(tx, [photo])
    if (alike.length > 0) await queries.insertMatches(tx, id, alike)
  }
}

/**
 * Acts on a published listing with another seller's photos: it records a signal for moderators, and holds a
 * new seller's listing, once for each photo.
 */
export async function assessSharedPhotos(
  ctx: Pick<Context, 'changes' | 'jobs'>,
  tx: Database,
  { productId }: { productId: string },
): Promise<void> {
  for (const later of await queries.selectLaterListings(tx, productId)) {
    const { product_id: id, seller_id: subjectId } = later
    const target = { kind: 'product', id } as const
    await recordSignal(tx, {
      target,
      subjectId,
      reason: 'photo-of-another',
      detail: { productId: later.earlier_product_id },
    })
    const isNew = isNewSeller({
      phoneVerified: later.phone_verified,
      memberDays: later.member_days,
      sold: later.sold,
    })
    const isKnown = await isApprovedSince(tx, target, later.shared_since)
    if (isNew && !isKnown) await holdProduct(ctx, tx, { productId: id, cause: 'photo-of-another' })
    // The listing's page warns of it from now on.
    else if (id !== productId) await ctx.changes.announce(tx, 'pages', [productKey(id)])
  }
}
