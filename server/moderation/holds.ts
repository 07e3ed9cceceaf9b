import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { photosKey, productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import * as queries from './queries.ts'
import type { HoldCause } from './rules.ts'

interface Hold {
  productId: string
  cause: HoldCause
}

/** Takes a published product out of sight, in this process at the commit and in the others a moment later. */
export async function holdProduct(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  { productId, cause }: Hold,
): Promise<void> {
  if (await queries.holdProduct(tx, productId, cause))
    await changes.announce(tx, 'withheld', [productKey(productId)])
}

/** All that a person who is shut out has published. */
export async function holdProductsOf(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  personId: string,
): Promise<void> {
  if (await queries.holdProductsOf(tx, personId))
    await changes.announce(tx, 'withheld', [sellerKey(personId), photosKey(personId)])
}

/** It is in sight again with the status it had, unless something else holds it. */
export async function releaseProduct(
  { changes }: Pick<Context, 'changes'>,
  tx: Database,
  { productId, cause }: Hold,
): Promise<boolean> {
  const isShown = await queries.releaseProduct(tx, productId, cause)
  if (isShown) await changes.announce(tx, 'market', [productKey(productId)])
  return isShown
}
