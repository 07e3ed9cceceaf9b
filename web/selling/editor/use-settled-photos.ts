import { useEffect, useRef } from 'react'
import { ApiError } from '#web/platform/api/client.ts'
import { preparedPhotos } from '#web/photos/await-photos.ts'
import { type PhotoEntry, waitingText } from '#web/photos/photo-entries.ts'
import type { PhotoUploads } from '#web/photos/use-photo-uploads.ts'

/** Waits until every photo has arrived and one can be seen; returns which there are. Fails as without a network when nothing gets through, with the reason. */
export function useSettledPhotos(uploads: PhotoUploads): () => Promise<readonly PhotoEntry[]> {
  const { entries, isWaiting, uploader } = uploads
  const giveUp = useRef<(offline: ApiError) => void>(undefined)
  const reason = waitingText(entries)
  useEffect(() => {
    // The browser may believe in a network all the same.
    if (isWaiting) giveUp.current?.(new ApiError(0, reason))
  }, [isWaiting, reason])
  return async () => {
    if (isWaiting) throw new ApiError(0, reason)
    const { promise: stuck, reject } = Promise.withResolvers<never>()
    giveUp.current = reject
    await Promise.race([uploader.settled(), stuck])
    giveUp.current = undefined
    return (await preparedPhotos(uploader)).entries
  }
}
