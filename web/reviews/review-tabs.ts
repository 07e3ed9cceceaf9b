import { useEffect } from 'react'

const CHANNEL = 'sankofa.reviews'

/** A review changed in another tab, always by the same signed-in person. */
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

/** Calls `onChange` when this tab or another one has changed a review of the product. */
export function useReviewChanged(productId: string, onChange: () => void): void {
  useEffect(() => {
    const channel = openChannel()
    channel?.addEventListener('message', ({ data }: MessageEvent<ReviewChange>) => {
      if (data.productId === productId) onChange()
    })
    return () => channel?.close()
  }, [productId, onChange])
}
