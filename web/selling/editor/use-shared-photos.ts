import { useEffect } from 'react'
import type { PhotoUploader } from '#web/photos/photo-uploader.ts'
import { findSharedPhotos, forgetSharedPhotos } from '#web/photos/shared-photos.ts'

/** What another app shared begins a new listing: its photos are added once the form is there. */
export function useSharedPhotos(uploader: PhotoUploader, isNew: boolean): void {
  useEffect(() => {
    let isGone = false
    async function add() {
      const photos = await findSharedPhotos()
      if (isGone || photos.length === 0) return
      uploader.add(photos)
      forgetSharedPhotos()
    }
    if (isNew) void add()
    return () => {
      isGone = true
    }
  }, [uploader, isNew])
}
