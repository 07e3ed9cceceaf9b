import { useEffect } from 'react'

const CHANNEL = 'sankofa.reviews'

/** What a tab has changed: the review of a product by the person who is signed in in all of them. */
interface ReviewChange {
  productId: string
}

const openChannel = () =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)

export function announceReview(productId: string): void {
  const channel = openChannel()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  channel?.postMessage({ productId } satisfies ReviewChange)
  channel?.close()
}

/** Calls when another tab, or this one, has changed a review of the product. */
export function useReviewChanged(productId: string, onChange: () => void): void {
  useEffect(() => {
    const channel = openChannel()
    channel?.addEventListener('message', ({ data }: MessageEvent<ReviewChange>) => {
      if (data.productId === productId) onChange()
    })
    return () => channel?.close()
  }, [productId, onChange])
}
