import type { Context } from '#server/context.ts'
import { holdProduct, isApprovedSince, isNewSeller } from '#server/moderation/sanctions/service.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { LikenessHash } from '#server/platform/images/likeness/likeness-hashes.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './matching-queries.ts'

/** Photos of listings that show the same. */
export const findAlikePhotos = (db: Database, likeness: LikenessHash[]): Promise<string[]> =>
  queries.selectAlike(db, likeness)

/** Of photos that belong to no listing yet, those that the seller has for sale in another. */
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

/** Lets later copies of a listing's photos be found, without a search for earlier ones. */
export async function indexPhotos(tx: Database, photos: HashedPhoto[]): Promise<void> {
  for (const { id, likeness } of photos) await queries.insertHashes(tx, id, likeness)
}

/** Finds what shows the same as each photo that has just become one of a listing, and is found itself from now on. */
export async function matchPhotos(tx: Database, photos: HashedPhoto[]): Promise<void> {
  for (const photo of photos) {
    const { id, likeness } = photo
    const alike = await findAlikePhotos(tx, likeness)
    await indexPhotos(tx, [photo])
    if (alike.length > 0) await queries.insertMatches(tx, id, alike)
  }
}

/**
 * What follows where a published listing's photos are another seller's: a signal for moderators, and a new seller's
 * listing waits for them, once for each photo.
 */
export async function followSharedPhotos(
  ctx: Pick<Context, 'changes' | 'jobs'>,
  tx: Database,
  { productId }: { productId: string },
): Promise<void> {
  for (const later of await queries.selectSharing(tx, productId)) {
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
    // Its page says so from now on.
    else if (id !== productId) await ctx.changes.announce(tx, 'pages', [productKey(id)])
  }
}
