import { isPrepared, type PhotosState } from '#web/photos/photo-entries.ts'

/** Longest wait for a server that prepares a photo; usually that takes a second or two. */
const PREPARING_MILLISECONDS = 20_000

interface Photos {
  read: () => PhotosState
  /** Returns a function that stops the subscription. */
  subscribe: (notify: () => void) => () => unknown
}

/** Resolves as soon as the state of the photos meets the condition. */
export function whenPhotos({ read, subscribe }: Photos, isMet: (state: PhotosState) => boolean) {
  return new Promise<void>((resolve) => {
    const check = () => {
      if (!isMet(read())) return
      stop()
      resolve()
    }
    const stop = subscribe(check)
    check()
  })
}

/** Waits until the server has prepared a picture, but not forever; returns the state of the photos after that. */
export async function whenPrepared(photos: Photos): Promise<PhotosState> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PREPARING_MILLISECONDS)
  await Promise.race([whenPhotos(photos, ({ entries }) => isPrepared(entries)), timeout])
  clearTimeout(timer)
  return photos.read()
}
