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
    // Another device may have written the review.
    refetchOnWindowFocus: 'always',
    meta: { personal: true },
  })

/** Takes the focus when the element that had it disappears. */
const focusReviews = () => document.querySelector<HTMLElement>('#reviews')?.focus()

/** Reloads a review after a refusal, because it was written, changed or deleted elsewhere. */
export async function refreshIfRefused<Result>(
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

/** Updates the page after a review has changed: first with the known change, then with the server's answer. */
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
    /** Called after a change elsewhere. */
    refresh() {
      void queryClient.invalidateQueries({ queryKey: ownKey })
      refreshPages()
    },
    refreshPages,
    changed,
    written(review: Review) {
      announceReview(productId)
      setOwn({ review, bar: 'reviewed' })
      // Nobody else sees a waiting one, so it is in no list. Each standing is drawn separately, so the first place makes it
      // the newest of its standing.
      if (review.waitsUntil === undefined)
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
