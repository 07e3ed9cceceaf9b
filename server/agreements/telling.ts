import type { AgreementStep } from '#contract/agreements/agreement.ts'
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

/** Runs in the transaction after which a product is available again or sold: tells those who wrote about it. */
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
function statusAfter({ kind, agreement }: AgreementStep): Changed['status'] | undefined {
  if (agreement.state === 'done' || kind === 'unconfirmed') return 'sold'
  return kind === 'cancel' || kind === 'lapsed' ? 'available' : undefined
}

/** Tells everybody but the two people whom a step concerns; a sale also to its seller (SPEC 9: sale). */
export async function tellOfProduct(
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { step, ...product }: Omit<Changed, 'status'> & { step: AgreementStep | null },
): Promise<void> {
  const status = step === null ? undefined : statusAfter(step)
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
