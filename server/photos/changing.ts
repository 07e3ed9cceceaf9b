import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { isHidden } from '#server/products/visibility.ts'
import { productKey } from '#server/platform/http/cdn/keys.ts'
import { lockOwnProduct } from './queries.ts'

/** Changes are limited because each one makes every process drop its cached pages. */
const CHANGES_PER_HOUR = { attempts: 300, seconds: 60 * 60 }

export type ChangeDeps = Pick<Context, 'db' | 'limiter' | 'changes' | 'jobs' | 'signer' | 'guard'>
type OwnProduct = NonNullable<Awaited<ReturnType<typeof lockOwnProduct>>>

/** Runs one change to a person's photos in a transaction, one at a time per person. */
export async function changePhotos<Result>(
  { db, limiter }: ChangeDeps,
  sellerId: string,
  change: (tx: Database) => Promise<Result>,
): Promise<Result> {
  await limiter.take(`photos:${sellerId}`, CHANGES_PER_HOUR)
  return db.transaction().execute(async (tx) => {
    if (!(await lockPerson(tx, sellerId))) throw new AppError('session-ended')
    return change(tx)
  })
}

/** Locks the product. Throws product-not-found. */
export async function requireOwnProduct(
  tx: Database,
  { sellerId, productId }: { sellerId: string; productId: string },
): Promise<OwnProduct> {
  const product = await lockOwnProduct(tx, sellerId, productId)
  if (!product) throw new AppError('product-not-found')
  return product
}

export async function announceIfPublic(
  { changes }: ChangeDeps,
  tx: Database,
  product: OwnProduct,
): Promise<void> {
  if (!isHidden(product.status)) await changes.announce(tx, 'pages', [productKey(product.id)])
}
