import type { Database } from '#server/platform/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type ImageFile, ImageRefused } from './image.ts'
import type { ImageProcessor } from './image-processor.ts'
import { readWidest, removePicture, storePicture } from './picture-files.ts'

interface Encoder {
  storage: Storage
  images: Pick<ImageProcessor, 'process'>
}

/** Photos of one kind: of listings, of messages. */
export interface StoredPhotos {
  /** Addresses after this one, in their order. */
  list: (db: Database, after: string, limit: number) => Promise<string[]>
  isUsed: (db: Database, src: string) => Promise<boolean>
}

interface StoredPhoto {
  src: string
  widths: readonly number[]
  /** Whether something shows it still. */
  isUsed: () => Promise<boolean>
}

export type EncodedAgain = 'encoded' | 'gone' | 'missing' | 'damaged'

/**
 * Makes the files of a photo anew from its widest JPEG, the best that is stored of it. That one stays as it is, so that
 * doing this often costs no quality.
 */
export async function encodeAgain(
  { storage, images }: Encoder,
  { src, widths, isUsed }: StoredPhoto,
): Promise<EncodedAgain> {
  const widest = await readWidest(storage, src, widths)
  if (!widest) return (await isUsed()) ? 'missing' : 'gone'
  let files: ImageFile[]
  try {
    files = (await images.process(widest.bytes)).files
  } catch (error) {
    if (error instanceof ImageRefused) return 'damaged'
    throw error
  }
  await storePicture(
    storage,
    src,
    files.filter(({ suffix }) => suffix !== widest.suffix),
  )
  if (await isUsed()) return 'encoded'
  // Deleted meanwhile: who did so had removed its files before these were there.
  await removePicture(storage, src, widths)
  return 'gone'
}
