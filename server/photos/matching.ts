import { setImmediate } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { holdProduct, isApprovedSince, isNewSeller } from '#server/moderation/sanctions/service.ts'
import { recordSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isCopy, mostAgreeing, type Pair, pairOf } from '#server/platform/images/likeness/compare.ts'
import type { Likeness, StoredKeypoint } from '#server/platform/images/likeness/likeness.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './matching-queries.ts'

/** Photos that are compared as a whole. */
const COMPARED_MAX = 20

/** Stored photos that may show the same, with the pairs of keypoints that agree, the most first. */
function candidatesOf({ sought }: Likeness, seen: readonly queries.SeenKeypoint[]): [number, Pair[]][] {
  const byPhoto = new Map<number, Pair[]>()
  for (const { photo, sought: at, key, rest, place } of seen) {
    const keypoint = sought[at]
    if (!keypoint) continue
    const pairs = byPhoto.get(photo) ?? []
    pairs.push(pairOf(keypoint, [key, rest, place], place))
    byPhoto.set(photo, pairs)
  }
  return [...byPhoto]
    .map(([photo, pairs]): [number, Pair[]] => [photo, mostAgreeing(pairs)])
    .filter(([, pairs]) => pairs.length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, COMPARED_MAX)
}

/** `[key, rest, place, key, …]` in threes. */
const inThrees = (numbers: readonly number[]): StoredKeypoint[] =>
  Array.from({ length: numbers.length / 3 }, (_, at) => numbers.slice(at * 3, at * 3 + 3) as StoredKeypoint)

/**
 * Finds photos in listings that show the same picture: completely, in part, turned, mirrored or among others. Requests
 * have their turn between the comparisons.
 */
export async function findAlikePhotos(db: Database, likeness: Likeness): Promise<string[]> {
  if (likeness.sought.length === 0) return []
  const candidates = candidatesOf(likeness, await queries.selectSeen(db, likeness))
  if (candidates.length === 0) return []
  const rows = await queries.selectKeypoints(
    db,
    candidates.map(([number]) => number),
  )
  const stored = new Map(rows.map((row) => [row.number, row]))
  const alike: string[] = []
  for (const [number, pairs] of candidates) {
    const row = stored.get(number)
    if (row && isCopy(likeness, inThrees(row.keypoints), pairs)) alike.push(row.photo_id)
    await setImmediate()
  }
  return alike
}

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

interface DescribedPhoto {
  id: string
  likeness: Likeness
}

/** Makes a listing's photos findable for later copies, without searching for earlier ones. */
export async function indexPhotos(tx: Database, photos: DescribedPhoto[]): Promise<void> {
  for (const { id, likeness } of photos) await queries.insertKeypoints(tx, id, likeness.stored)
}

/** Finds photos that show the same as each photo that was just added to a listing, and makes it findable. */
export async function matchPhotos(tx: Database, photos: DescribedPhoto[]): Promise<void> {
  for (const { id, likeness } of photos) {
    const alike = await findAlikePhotos(tx, likeness)
    await indexPhotos(tx, [{ id, likeness }])
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
    await recordSignal(tx, { target, subjectId, reason: 'photo-of-another', detail: { first: later.first } })
    const isNew = isNewSeller({
      phoneVerified: later.phone_verified,
      memberDays: later.member_days,
      deals: later.deals,
    })
    const isKnown = await isApprovedSince(tx, target, later.shared_since)
    if (isNew && !isKnown) await holdProduct(ctx, tx, { productId: id, cause: 'photo-of-another' })
    // The listing's page warns of it from now on.
    else if (id !== productId) await ctx.changes.announce(tx, 'pages', [productKey(id)])
  }
}
