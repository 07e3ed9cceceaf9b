import type { ImeiAnswer, StolenPhone } from '#contract/imei/imei.ts'
import type { Context } from '#server/context.ts'
import {
  holdProduct,
  isApprovedSince,
  isNewSeller,
  releaseAndNotify,
} from '#server/moderation/sanctions/service.ts'
import { recordSignal, withdrawSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './queries.ts'
import {
  CHANGES_PER_PERSON,
  CHECKS_PER_ADDRESS,
  CHECKS_PER_PERSON,
  imeiAnswer,
  REPORTS_PER_ADDRESS,
  REPORTS_PER_PERSON,
} from './rules.ts'

const hashOf = ({ secrets }: Pick<Context, 'secrets'>, imei: string): Buffer => secrets.digest('imei', imei)

type HoldDeps = Pick<Context, 'changes' | 'jobs'>

interface PhoneListing {
  id: string
  seller_id: string
}

/**
 * Reports a listing to moderators if another seller had the phone first. It is held if its seller is new or
 * one of the earlier sellers is not, so new accounts alone cannot hide an established seller's listing.
 */
async function assessEarlierSellers(ctx: HoldDeps, tx: Database, { id, seller_id: subjectId }: PhoneListing) {
  const earlier = await queries.selectEarlier(tx, id)
  if (!earlier) return
  await recordSignal(tx, { target: { kind: 'product', id }, subjectId, reason: 'imei-of-another' })
  if (isNewSeller(earlier.seller) || !earlier.others.every(isNewSeller))
    await holdProduct(ctx, tx, { productId: id, cause: 'imei-of-another' })
}

/**
 * Applies stolen-phone reports to a listing: a report by a known reporter holds it, any other is only shown
 * to moderators. Reports that a moderator has seen do not hold it again.
 */
async function assessStolenReports(ctx: HoldDeps, tx: Database, { id, seller_id: subjectId }: PhoneListing) {
  const target = { kind: 'product', id } as const
  const { newest, newestKnown } = await queries.selectReportsOf(tx, id)
  const note = (reason: 'imei-reported' | 'imei-stolen', is: boolean) =>
    (is ? recordSignal : withdrawSignal)(tx, { target, subjectId, reason })
  await note('imei-stolen', newestKnown !== null)
  await note('imei-reported', newest !== null && newestKnown === null)
  if (newestKnown === null) await releaseAndNotify(ctx, tx, { productId: id, causes: ['imei-stolen'] })
  else if (!(await isApprovedSince(tx, target, newestKnown)))
    await holdProduct(ctx, tx, { productId: id, cause: 'imei-stolen' })
}

/** Checks the phone of a published listing. */
export async function assessListedImei(
  ctx: HoldDeps,
  tx: Database,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<void> {
  const imei = await queries.selectImei(tx, productId)
  if (!imei) return
  await queries.lockImei(tx, imei.imei_hash)
  const listing = { id: productId, seller_id: sellerId }
  await assessEarlierSellers(ctx, tx, listing)
  await assessStolenReports(ctx, tx, listing)
}

interface OwnListing {
  sellerId: string
  productId: string
}

/** Throws product-not-found. */
export async function hasImei(
  { db }: Pick<Context, 'db'>,
  { sellerId, productId }: OwnListing,
): Promise<boolean> {
  if (!(await queries.selectOwnProduct(db, sellerId, productId))) throw new AppError('product-not-found')
  return (await queries.selectImei(db, productId)) !== undefined
}

/** Throws product-not-found. */
export async function setImei(
  ctx: Pick<Context, 'db' | 'secrets' | 'changes' | 'jobs' | 'limiter'>,
  { sellerId, productId, imei }: OwnListing & { imei: string | null },
): Promise<void> {
  await ctx.limiter.take(`imei-changes:${sellerId}`, CHANGES_PER_PERSON)
  const hash = imei === null ? null : hashOf(ctx, imei)
  await ctx.db.transaction().execute(async (tx) => {
    if (hash !== null) await queries.lockImei(tx, hash)
    const product = await queries.lockOwnProduct(tx, sellerId, productId)
    if (!product) throw new AppError('product-not-found')
    if (hash === null) return queries.deleteImei(tx, productId)
    await queries.upsertImei(tx, productId, hash)
    if (product.status !== 'draft') await assessListedImei(ctx, tx, { productId, sellerId })
  })
}

interface Client {
  userId: string
  /** The client's network. */
  address: string
}

export async function checkImei(
  ctx: Pick<Context, 'db' | 'secrets' | 'limiter'>,
  { userId, address, imei, productId }: Client & { imei: string; productId?: string | undefined },
): Promise<ImeiAnswer> {
  await ctx.limiter.take(`imei-checks:${userId}`, CHECKS_PER_PERSON)
  await ctx.limiter.take(`imei-checks-from:${address}`, CHECKS_PER_ADDRESS)
  const hash = hashOf(ctx, imei)
  const stored = productId === undefined ? undefined : await queries.selectPublicImei(ctx.db, productId)
  return imeiAnswer({
    isStolen: await queries.isStolen(ctx.db, hash),
    isOfListing: stored && Buffer.from(stored.imei_hash).equals(hash),
  })
}

export async function listStolenPhones(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<StolenPhone[]> {
  const rows = await queries.selectReports(db, userId)
  return rows.map((row) => ({ id: row.id, policeReport: row.police_report, reportedAt: row.created_at }))
}

const assessListingsWith = async (ctx: HoldDeps, tx: Database, hash: Buffer) => {
  for (const listing of await queries.selectUnsoldWith(tx, hash)) await assessStolenReports(ctx, tx, listing)
}

/**
 * Shows the report to moderators at each listing of the phone. A listing is held only if the reporter is
 * known.
 */
export async function reportStolenPhone(
  ctx: Pick<Context, 'db' | 'secrets' | 'changes' | 'jobs' | 'limiter'>,
  { userId, address, imei, policeReport }: Client & { imei: string; policeReport: string },
): Promise<StolenPhone[]> {
  await ctx.limiter.take(`stolen-phones:${userId}`, REPORTS_PER_PERSON)
  await ctx.limiter.take(`stolen-phones-from:${address}`, REPORTS_PER_ADDRESS)
  const hash = hashOf(ctx, imei)
  await ctx.db.transaction().execute(async (tx) => {
    await queries.lockImei(tx, hash)
    await queries.insertReport(tx, { imei_hash: hash, reporter_id: userId, police_report: policeReport })
    await assessListingsWith(ctx, tx, hash)
  })
  return listStolenPhones(ctx, { userId })
}

/** Releases listings that only this report held. Throws not-found. */
export async function deleteStolenPhone(
  ctx: Pick<Context, 'db' | 'changes' | 'jobs'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const hash = await queries.selectReportedImei(tx, userId, id)
    if (!hash) throw new AppError('not-found')
    await queries.lockImei(tx, hash)
    await queries.deleteReport(tx, userId, id)
    await assessListingsWith(ctx, tx, hash)
  })
}
