import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OwnReview, Review } from '#contract/reviews.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { type ApiClient, statusOf } from '#web/platform/api/client.ts'
import { reviewsQuery } from './queries.ts'
import { announceReview } from './review-tabs.ts'

export const ownReviewQuery = (api: ApiClient, productId: string, personId: string) =>
  queryOptions({
    queryKey: ['own-review', productId, personId],
    queryFn: ({ signal }) => api.call('getOwnReview', { params: { id: productId } }, signal),
    // Another device may have written it meanwhile.
    refetchOnWindowFocus: 'always',
    meta: { personal: true },
  })

/** Where the focus goes when what held it is gone. */
const focusReviews = () => document.querySelector<HTMLElement>('#reviews')?.focus()

/** What was refused because it was written, changed or removed elsewhere is read anew. */
export async function refreshingWhenRefused<Result>(
  changing: Promise<Result>,
  refresh: () => void,
): Promise<Result> {
  try {
    return await changing
  } catch (error) {
    if (statusOf(error) === 404 || statusOf(error) === 409) refresh()
    throw error
  }
}

/** What the page shows after a review has changed: at once what is known, then what the server says. */
export function useReviewChanges(productId: string, personId: string) {
  const queryClient = useQueryClient()
  const api = useApi()
  const { queryKey: ownKey } = ownReviewQuery(api, productId, personId)
  const { queryKey: listKey } = reviewsQuery(api, productId)

  function refreshPages() {
    for (const queryKey of [listKey, ['product', productId], ['seller']])
      void queryClient.invalidateQueries({ queryKey })
  }

  function changeList(change: (items: Review[], page: number) => Review[]) {
    queryClient.setQueryData(
      listKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
        },
    )
    refreshPages()
  }

  const setOwn = (own: OwnReview) => queryClient.setQueryData(ownKey, own)
  const changed = (review: Review) =>
    changeList((items) => items.map((item) => (item.id === review.id ? review : item)))

  return {
    /** After a change elsewhere. */
    refresh() {
      void queryClient.invalidateQueries({ queryKey: ownKey })
      refreshPages()
    },
    refreshPages,
    changed,
    written(review: Review) {
      announceReview(productId)
      setOwn({ review, bar: 'reviewed' })
      // Each standing is drawn by itself, so that the first place is the newest one of its own.
      changeList((items, page) => (page === 0 ? [review, ...items] : items))
      focusReviews()
    },
    edited(review: Review) {
      announceReview(productId)
      setOwn({ review, bar: 'reviewed' })
      changed(review)
    },
    removed(id: string) {
      announceReview(productId)
      changeList((items) => items.filter((item) => item.id !== id))
      void queryClient.resetQueries({ queryKey: ownKey })
      focusReviews()
    },
  }
}
