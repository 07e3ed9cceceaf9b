import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OwnReview, Review } from '#contract/reviews.ts'
import { useApi } from '#web/api/api-context.ts'
import type { ApiClient } from '#web/api/client.ts'
import { reviewsQuery } from './queries.ts'

export const ownReviewQuery = (api: ApiClient, productId: string, personId: string) =>
  queryOptions({
    queryKey: ['own-review', productId, personId],
    queryFn: ({ signal }) => api.call('getOwnReview', { params: { id: productId } }, signal),
    meta: { personal: true },
  })

/** Where the focus goes when what held it is gone. */
const focusReviews = () => document.querySelector<HTMLElement>('#reviews')?.focus()

/** What the page shows after a review has changed: at once what is known, then what the server says. */
export function useReviewChanges(productId: string, personId: string) {
  const queryClient = useQueryClient()
  const api = useApi()
  const { queryKey: ownKey } = ownReviewQuery(api, productId, personId)
  const { queryKey: listKey } = reviewsQuery(api, productId)

  function changeList(change: (items: Review[], page: number) => Review[]) {
    queryClient.setQueryData(
      listKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page, place) => ({ ...page, items: change(page.items, place) })),
        },
    )
    for (const queryKey of [listKey, ['product', productId], ['seller']])
      void queryClient.invalidateQueries({ queryKey })
  }

  const setOwn = (own: OwnReview) => queryClient.setQueryData(ownKey, own)
  const changed = (review: Review) =>
    changeList((items) => items.map((item) => (item.id === review.id ? review : item)))

  return {
    changed,
    written(review: Review) {
      setOwn({ review, bar: 'reviewed' })
      changeList((items, page) => (page === 0 ? [review, ...items] : items))
      focusReviews()
    },
    edited(review: Review) {
      setOwn({ review, bar: 'reviewed' })
      changed(review)
    },
    removed(id: string) {
      changeList((items) => items.filter((item) => item.id !== id))
      void queryClient.resetQueries({ queryKey: ownKey })
      focusReviews()
    },
  }
}
