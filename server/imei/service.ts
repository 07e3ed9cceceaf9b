import type { ImeiAnswer, StolenPhone } from '#contract/imei.ts'
import type { Context } from '#server/context.ts'
import { holdProduct, recordSignal } from '#server/moderation/service.ts'
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

type HoldDeps = Pick<Context, 'changes'>

interface PhoneListing {
  id: string
  seller_id: string
}

async function hold(
  ctx: HoldDeps,
  tx: Database,
  { id, seller_id: subjectId }: PhoneListing,
  reason: 'imei-of-another' | 'imei-stolen',
): Promise<void> {
  await holdProduct(ctx, tx, { productId: id, cause: 'review' })
  await recordSignal(tx, { target: { kind: 'product', id }, subjectId, reason })
}

/** Of a published listing: it is held where its phone was reported stolen, or another person had it for sale before. */
export async function followImei(
  ctx: HoldDeps,
  tx: Database,
  { productId, sellerId }: { productId: string; sellerId: string },
): Promise<void> {
  const imei = await queries.selectImei(tx, productId)
  if (!imei) return
  await queries.lockImei(tx, imei.imei_hash)
  const listing = { id: productId, seller_id: sellerId }
  if (await queries.selectIsOfAnother(tx, productId)) await hold(ctx, tx, listing, 'imei-of-another')
  if (await queries.isStolen(tx, imei.imei_hash)) await hold(ctx, tx, listing, 'imei-stolen')
}

interface OwnListing {
  sellerId: string
  productId: string
}

/** Refused: product-not-found. */
export async function hasImei(
  { db }: Pick<Context, 'db'>,
  { sellerId, productId }: OwnListing,
): Promise<boolean> {
  if (!(await queries.selectOwnProduct(db, sellerId, productId))) throw new AppError('product-not-found')
  return (await queries.selectImei(db, productId)) !== undefined
}

/** Refused: product-not-found. */
export async function setImei(
  ctx: Pick<Context, 'db' | 'secrets' | 'changes' | 'limiter'>,
  { sellerId, productId, imei }: OwnListing & { imei: string | null },
): Promise<void> {
  await ctx.limiter.take(`imei-changes:${sellerId}`, CHANGES_PER_PERSON)
  await ctx.db.transaction().execute(async (tx) => {
    const product = await queries.lockOwnProduct(tx, sellerId, productId)
    if (!product) throw new AppError('product-not-found')
    if (imei === null) return queries.deleteImei(tx, productId)
    const hash = hashOf(ctx, imei)
    await queries.lockImei(tx, hash)
    await queries.upsertImei(tx, productId, hash)
    if (product.status !== 'draft') await followImei(ctx, tx, { productId, sellerId })
  })
}

interface Client {
  userId: string
  /** Of the network. */
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

/** Listings of the phone wait for a moderator from now on. */
export async function reportStolenPhone(
  ctx: Pick<Context, 'db' | 'secrets' | 'changes' | 'limiter'>,
  { userId, address, imei, policeReport }: Client & { imei: string; policeReport: string },
): Promise<StolenPhone[]> {
  await ctx.limiter.take(`stolen-phones:${userId}`, REPORTS_PER_PERSON)
  await ctx.limiter.take(`stolen-phones-from:${address}`, REPORTS_PER_ADDRESS)
  const hash = hashOf(ctx, imei)
  await ctx.db.transaction().execute(async (tx) => {
    await queries.lockImei(tx, hash)
    await queries.insertReport(tx, { imei_hash: hash, reporter_id: userId, police_report: policeReport })
    for (const listing of await queries.selectUnsoldWith(tx, hash))
      await hold(ctx, tx, listing, 'imei-stolen')
  })
  return listStolenPhones(ctx, { userId })
}

/** Refused: not-found. */
export async function deleteStolenPhone(
  { db }: Pick<Context, 'db'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  if (!(await queries.deleteReport(db, userId, id))) throw new AppError('not-found')
}
