import type { Favourite } from '#contract/favourites.ts'
import { FAVOURITES_MAX, PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import type { MoneyFormat } from '#contract/site.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { newestPage, parseNewestCursor } from '#server/db/newest-page.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import { toCard } from '#server/products/card.ts'
import {
  deleteFavourite,
  type FavouriteRow,
  insertFavourites,
  selectFavourites,
  selectIsPublic,
  selectKept,
  tellPrice,
  tellSale,
} from './queries.ts'

const CHANGES_AN_HOUR = { tries: 600, seconds: 60 * 60 }

interface FavouritesParts {
  db: Database
  limiter: RateLimiter
  notifications: Pick<NotificationsService, 'notify'>
}

interface KeptProduct {
  id: string
  title: string
}

export type FavouritesService = ReturnType<typeof favouritesService>

const toFavourite = (row: FavouriteRow): Favourite => ({
  product: toCard(row),
  priceThen: Number(row.price_then),
  keptAt: row.kept_at,
})

export function favouritesService({ db, limiter, notifications }: FavouritesParts) {
  async function tell(tx: Database, { id }: KeptProduct, to: string[], content: string) {
    if (to.length === 0) return
    await notifications.notify(tx, { to, type: 'other', content, actionUrl: `/products/${id}` })
  }
  const takeChange = (personId: string) => limiter.take(`favourites:${personId}`, CHANGES_AN_HOUR)

  return {
    async list(personId: string, cursor?: string) {
      const after = parseNewestCursor(cursor)
      const rows = await selectFavourites(db, personId, after, PRODUCTS_PER_PAGE + 1)
      // The place in the list is when it was kept, not when it was listed.
      const placed = rows.map((row) => ({ id: row.id, created_at: row.kept_at, row }))
      return newestPage(placed, PRODUCTS_PER_PAGE, ({ row }) => toFavourite(row))
    },

    which: (personId: string, productIds: readonly string[]) => selectKept(db, personId, productIds),

    /** Refused with `product-not-found`, and with `too-many-favourites` beyond FAVOURITES_MAX. */
    async keep(personId: string, productId: string): Promise<void> {
      await takeChange(personId)
      if ((await insertFavourites(db, personId, [productId], FAVOURITES_MAX)) > 0) return
      const isKept = (await selectKept(db, personId, [productId])).length > 0
      if (isKept) return
      throw new AppError((await selectIsPublic(db, productId)) ? 'too-many-favourites' : 'product-not-found')
    },

    async drop(personId: string, productId: string): Promise<void> {
      await takeChange(personId)
      await deleteFavourite(db, personId, productId)
    },

    async merge(personId: string, productIds: readonly string[]): Promise<void> {
      await takeChange(personId)
      await insertFavourites(db, personId, productIds, FAVOURITES_MAX)
    },

    /** Within the transaction that lowers a price: those who keep it hear of it, unless they knew a lower one. */
    async priceDropped(tx: Database, product: KeptProduct, price: number, money: MoneyFormat) {
      const told = Map.groupBy(await tellPrice(tx, product.id, price), ({ before }) => before)
      for (const [before, keepers] of told) {
        const prices = `${formatMoney(price, money)} (it was ${formatMoney(Number(before), money)})`
        const to = keepers.map(({ profile_id }) => profile_id)
        await tell(tx, product, to, `Price drop: "${product.title}" is now ${prices}`)
      }
    },

    /** Within the transaction that sells it. The buyer hears of it in other words. */
    async sold(tx: Database, product: KeptProduct, buyerId: string | null) {
      const to = (await tellSale(tx, product.id)).filter((personId) => personId !== buyerId)
      await tell(tx, product, to, `"${product.title}" from your favourites is sold`)
    },
  }
}
