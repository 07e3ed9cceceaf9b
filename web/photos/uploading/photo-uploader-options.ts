import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import type { Collection } from '#web/platform/offline/collection.ts'
import type { Reduce } from '#web/photos/local-photos.ts'
import type { PhotoOrder, UnsentPhoto } from './unsent-photos.ts'

interface Sending {
  onProgress: (progress: number) => void
  signal: AbortSignal
}

export interface PhotoUploaderOptions {
  /** Names the person and the photos' listing. */
  group: string
  most: number
  /** Shown for files beyond `most`. */
  tooMany: string
  photos: readonly OwnPhoto[]
  send: (photo: UnsentPhoto, file: Blob, sending: Sending) => Promise<OwnPhoto>
  list: () => Promise<readonly OwnPhoto[]>
  /** Left out if the photos have no order. */
  arrange?: (ids: string[]) => Promise<readonly OwnPhoto[]>
  remove: (id: string) => Promise<unknown>
  reduce: Reduce
  rows: Collection<UnsentPhoto>
  orders: Collection<PhotoOrder>
}
