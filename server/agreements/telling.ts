import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Context } from '#server/context.ts'
import { notifySold } from '#server/favourites/service.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { selectWriters } from './queries.ts'
import { availableText, soldText } from './rules.ts'

/** People who wrote about a product hear what became of it for this long, and at most so many. */
const WRITERS = { days: 14, most: 200 }

interface Changed {
  productId: string
  title: string
  sellerId: string
  buyerId: string | null
  status: 'available' | 'sold'
}

/** Tells those who wrote about a product that is available again or sold. */
export async function tellWriters(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { productId, title, sellerId, buyerId, status }: Changed,
): Promise<void> {
  const except = buyerId === null ? [sellerId] : [sellerId, buyerId]
  const to = await selectWriters(tx, { productId, status, except, ...WRITERS })
  if (to.length === 0) return
  await notify(ctx, tx, {
    to,
    type: 'other',
    content: status === 'sold' ? soldText(title) : availableText(title),
    actionUrl: `/products/${productId}`,
    causedBy: sellerId,
  })
}

/** The status that an agreement's end gives its product; undefined if it changes nothing. */
function statusAfter({
  state,
  outcome,
}: Pick<Agreement, 'state' | 'outcome'>): Changed['status'] | undefined {
  if (state === 'done' || outcome === 'unconfirmed') return 'sold'
  return outcome === 'cancelled' || outcome === 'lapsed' ? 'available' : undefined
}

/**
 * Runs in the transaction in which an agreement changes. If its product is available again or sold, it tells everybody but
 * the two people; a sale also to its seller (SPEC 9: sale).
 */
export async function tellOfProduct(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { agreement, ...product }: Omit<Changed, 'status'> & { agreement: Pick<Agreement, 'state' | 'outcome'> },
): Promise<void> {
  const status = statusAfter(agreement)
  if (status === undefined) return
  if (status === 'sold') {
    await notify(ctx, tx, {
      to: [product.sellerId],
      type: 'sale',
      content: soldText(product.title),
      actionUrl: `/products/${product.productId}`,
    })
    await notifySold(ctx, tx, {
      product: { id: product.productId, title: product.title },
      buyerId: product.buyerId,
    })
  }
  await tellWriters(ctx, tx, { ...product, status })
}
