import type { MoneyFormat } from '#contract/site.ts'
import type { Database } from '#server/db/connect.ts'
import type { FavouritesService } from '#server/favourites/service.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { SavedSearchesService } from '#server/saved-searches/service.ts'
import type { OwnRow } from './queries.ts'
import type { PublicStatus } from './rules.ts'

export interface TellingParts {
  notifications: Pick<NotificationsService, 'notify' | 'toldOfReviews' | 'unreadChanged'>
  favourites: Pick<FavouritesService, 'priceDropped' | 'sold'>
  savedSearches: Pick<SavedSearchesService, 'published'>
  money: MoneyFormat
}

/** News of what becomes of a listing, all within the transaction that changes it (SPEC 9: sale, purchase). */
export function telling({ notifications, favourites, savedSearches, money }: TellingParts) {
  return {
    published: savedSearches.published,

    async priceChanged(tx: Database, row: OwnRow, newPrice: number): Promise<void> {
      if (newPrice >= Number(row.price) || row.status === 'sold') return
      await favourites.priceDropped(tx, row, newPrice, money)
    },

    async statusChanged(
      tx: Database,
      {
        row,
        sellerId,
        status,
        buyerId,
      }: { row: OwnRow; sellerId: string; status: PublicStatus; buyerId: string | null },
    ): Promise<void> {
      const actionUrl = `/products/${row.id}`
      if (status === 'sold' && row.status !== 'sold') {
        const content = `"${row.title}" is marked as sold`
        await notifications.notify(tx, { to: [sellerId], type: 'sale', content, actionUrl })
        await favourites.sold(tx, row, buyerId)
      }
      if (buyerId === null) return
      const content =
        status === 'sold'
          ? `"${row.title}" was sold to you. How was it? You can write a review.`
          : `"${row.title}" is reserved for you`
      await notifications.notify(tx, { to: [buyerId], type: 'purchase', content, actionUrl })
    },
  }
}
