import type { OwnPhoto } from '#contract/photo-uploads.ts'
import type { KeptFiles } from './kept-files.ts'
import type { Reduce } from './local-photos.ts'
import type { UploadItem } from './upload-queue.ts'

interface Sending {
  onProgress: (progress: number) => void
  signal: AbortSignal
}

export interface PhotoUploaderParts {
  keepUnder: string
  most: number
  /** Said of files beyond. */
  tooMany: string
  photos: readonly OwnPhoto[]
  send: (item: UploadItem, file: Blob, sending: Sending) => Promise<OwnPhoto>
  list: () => Promise<readonly OwnPhoto[]>
  /** Left out where the photos have no order. */
  arrange?: (ids: string[]) => Promise<readonly OwnPhoto[]>
  remove: (id: string) => Promise<unknown>
  reduce: Reduce
  kept: KeptFiles
}
