import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { lockPerson } from '#server/db/lock-person.ts'
import type { PhotosParts } from './photos-parts.ts'
import { lockOwnProduct } from './queries.ts'

/** Each change has every process forget its pages, so nobody makes very many. */
const CHANGES_AN_HOUR = { tries: 300, seconds: 60 * 60 }

export type OwnedProduct = NonNullable<Awaited<ReturnType<typeof lockOwnProduct>>>
export type SellerChanges = ReturnType<typeof sellerChanges>

/** Changes that people make to their photos, each person's one after the other. */
export function sellerChanges({ db, limiter, changes }: Pick<PhotosParts, 'db' | 'limiter' | 'changes'>) {
  return {
    async within<Result>(sellerId: string, work: (tx: Database) => Promise<Result>): Promise<Result> {
      await limiter.take(`photos:${sellerId}`, CHANGES_AN_HOUR)
      return db.transaction().execute(async (tx) => {
        if (!(await lockPerson(tx, sellerId))) throw new AppError('session-ended')
        return work(tx)
      })
    },
    async requireOwn(tx: Database, sellerId: string, productId: string): Promise<OwnedProduct> {
      const product = await lockOwnProduct(tx, sellerId, productId)
      if (!product) throw new AppError('product-not-found')
      return product
    },
    async tellIfPublic(tx: Database, product: OwnedProduct): Promise<void> {
      if (product.status !== 'draft') await changes.announce(tx, 'pages')
    },
  }
}
