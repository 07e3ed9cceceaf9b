import type { Database } from '#server/platform/db/connect.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type ImageFile, ImageRefused } from './image.ts'
import type { ImageProcessor } from './image-processor.ts'
import { readWidest, removePicture, storePicture } from './picture-files.ts'

interface Encoder {
  storage: Storage
  images: Pick<ImageProcessor, 'process'>
}

/** Photos of one kind, such as those of listings or messages. */
export interface StoredPhotos {
  /** Lists addresses after `after`, sorted. */
  list: (db: Database, after: string, limit: number) => Promise<string[]>
  isUsed: (db: Database, src: string) => Promise<boolean>
}

interface StoredPhoto {
  src: string
  widths: readonly number[]
  /** True if something still shows the photo. */
  isUsed: () => Promise<boolean>
}

export type EncodedAgain = 'encoded' | 'gone' | 'missing' | 'damaged'

/**
 * Encodes the files of a photo again from its widest JPEG, the best stored version. That file stays unchanged, so
 * that repetitions lose no quality.
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
  // The photo was deleted while it was encoded, so these files were missed by the deletion.
  await removePicture(storage, src, widths)
  return 'gone'
}
