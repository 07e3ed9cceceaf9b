import { otherCategoryInTitle } from '#contract/catalog/categories-in-title.ts'
import { isFarBelow } from '#contract/selling/usual-price.ts'
import type { Context } from '#server/context.ts'
import { findSharers } from '#server/access-traces/service.ts'
import { findBannedAmong } from '#server/moderation/sanctions/service.ts'
import { recordSignal, type SignalReason, withdrawSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { findPriceRange } from '#server/search/service.ts'
import { type ComparedRow, selectCompared, selectSameText } from './comparing-queries.ts'

export const COMPARE_LISTING = defineJob<{ productId: string }>('compare-listing')

type Deps = Pick<Context, 'db' | 'longReads' | 'searchCaches'>

/** Returns undefined if the price is usual, or too few other prices are known. */
async function cheapness(ctx: Deps, { category_id, title, seller_id, price }: ComparedRow) {
  const thing = { category: category_id ?? '', title, sellerId: seller_id }
  const range = await findPriceRange(ctx, thing)
  if (!range || !isFarBelow(Number(price), range)) return undefined
  return { price: Number(price), of: range.of, low: range.low, high: range.high }
}

function category({ category_id, title }: ComparedRow) {
  const other = otherCategoryInTitle(title, category_id ?? '')
  return other === undefined ? undefined : { suggested: other, listedIn: category_id }
}

async function sameText({ db }: Deps, productId: string) {
  const same = await selectSameText(db, productId)
  return same && { listing: same.id, likeness: `${Math.round(same.likeness * 100)} %` }
}

async function findBannedSharers({ db }: Deps, sellerId: string) {
  const banned = await findBannedAmong(db, await findSharers(db, sellerId))
  return banned === undefined ? undefined : { account: banned }
}

/** Records a signal for each finding, and withdraws the signals that no longer apply. */
async function updateSignals(
  tx: Database,
  { id, seller_id }: ComparedRow,
  found: Partial<Record<SignalReason, object | undefined>>,
): Promise<void> {
  const target = { kind: 'product', id } as const
  for (const [reason, detail] of Object.entries(found)) {
    const signal = { target, subjectId: seller_id, reason: reason as SignalReason }
    await (detail ? recordSignal(tx, { ...signal, detail }) : withdrawSignal(tx, signal))
  }
}

/**
 * Runs some time after a listing was published or changed, and compares it with the rest of the market for
 * moderators.
 */
export async function compareListing(ctx: Deps, { productId }: { productId: string }): Promise<void> {
  const row = await selectCompared(ctx.db, productId)
  if (!row) return
  const found = {
    'far-below-usual': await cheapness(ctx, row),
    'wrong-category': category(row),
    'text-of-another': await sameText(ctx, productId),
    'access-of-banned': await findBannedSharers(ctx, row.seller_id),
  }
  await ctx.db.transaction().execute((tx) => updateSignals(tx, row, found))
}
