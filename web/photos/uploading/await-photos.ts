import { isPrepared, type PhotosState } from '#web/photos/photo-entries.ts'

/** Preparing takes a second or two; a server that takes longer is not waited for. */
const PREPARING_MILLISECONDS = 20_000

interface Photos {
  read: () => PhotosState
  /** Returns how to stop. */
  subscribe: (notify: () => void) => () => unknown
}

/** Resolves as soon as the photos stand so. */
export function oncePhotos({ read, subscribe }: Photos, isSo: (state: PhotosState) => boolean) {
  return new Promise<void>((resolve) => {
    const look = () => {
      if (!isSo(read())) return
      stop()
      resolve()
    }
    const stop = subscribe(look)
    look()
  })
}

/** Waits a while until the server has prepared a picture; returns how the photos stand then. */
export async function preparedPhotos(photos: Photos): Promise<PhotosState> {
  const { promise: patience, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PREPARING_MILLISECONDS)
  await Promise.race([oncePhotos(photos, ({ entries }) => isPrepared(entries)), patience])
  clearTimeout(timer)
  return photos.read()
}
