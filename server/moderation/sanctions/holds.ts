import { HOLD_CAUSES, type HoldCause, isDecidedHold } from '#contract/selling/hold-causes.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { photosKey, productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './hold-queries.ts'
import { heldText, shownText } from './rules.ts'

type Deps = Pick<Context, 'changes' | 'jobs'>

/** Causes that hold a product until a moderator has looked at it. */
export const REVIEW_CAUSES = HOLD_CAUSES.filter((cause) => !isDecidedHold(cause))

interface Hold {
  productId: string
  cause: HoldCause
  /** Replaces the duration that the cause declares. */
  minutes?: number
}

/**
 * Hides a published product, in this process at the commit and in the others a moment later. Its seller is
 * notified, unless the reply to publishing or the decision already does so.
 */
export async function holdProduct(ctx: Deps, tx: Database, hold: Hold): Promise<void> {
  const { productId, cause } = hold
  if (!(await queries.holdProduct(tx, hold))) return
  await ctx.changes.announce(tx, 'withheld', [productKey(productId)])
  if (cause === 'moderator' || isDecidedHold(cause)) return
  const product = await queries.selectPublishedBefore(tx, productId)
  if (product) await notifySeller(ctx, tx, product, heldText(product.title, cause))
}

/** Hides everything that a suspended or banned person has published. */
export async function holdProductsOf(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  personId: string,
): Promise<void> {
  if (await queries.holdProductsOf(tx, personId))
    await changes.announce(tx, 'withheld', [sellerKey(personId), photosKey(personId)])
}

/** Shows the product again with its earlier status, unless something else holds it. */
export async function releaseProduct(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  { productId, causes }: { productId: string; causes: readonly HoldCause[] },
): Promise<boolean> {
  const isShown = await queries.releaseProduct(tx, productId, causes)
  if (isShown) await changes.announce(tx, 'market', [productKey(productId)])
  return isShown
}

/** Restores the holds of a product as they were before a decision that is taken back. */
export async function restoreHolds(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  { productId, holds }: { productId: string; holds: object[] },
): Promise<void> {
  const became = await queries.restoreHolds(tx, productId, holds)
  if (became) await changes.announce(tx, became === 'held' ? 'withheld' : 'market', [productKey(productId)])
}

/** Releases a product whose hold ended without a decision, and notifies the seller. */
export async function releaseAndNotify(
  ctx: Deps,
  tx: Database,
  { productId, causes }: { productId: string; causes: readonly HoldCause[] },
): Promise<boolean> {
  if (!(await releaseProduct(ctx, tx, { productId, causes }))) return false
  const product = await queries.selectProduct(tx, productId)
  if (product) await notifySeller(ctx, tx, product, shownText(product.title))
  return true
}

const notifySeller = (
  ctx: Deps,
  tx: Database,
  { id, seller_id }: { id: string; seller_id: string },
  content: string,
) => notify(ctx, tx, { to: [seller_id], type: 'system', content, actionUrl: `/edit-product/${id}` })
