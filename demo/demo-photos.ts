import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { createImageProcessor, type ImageProcessor } from '#server/platform/images/image-processor.ts'
import { ENCODING_VERSION, type ProcessedImage } from '#server/platform/images/image.ts'
import { photoHash } from '#server/platform/images/photo-hash.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

const FOLDER = path.join(import.meta.dirname, 'photos')
// Each process uses a core and up to 270 MB while it works.
const PROCESSES = Math.min(availableParallelism(), 4)
const REPORT_EVERY = 5

export interface StoredPhoto extends Omit<ProcessedImage, 'files'> {
  /** Common name of its files: '<hash>-640.avif' begins with it. */
  hash: string
}

export interface PhotoStoring {
  storage: Storage
  /** Storage of encoded photos for the next time; without it each fill encodes them again. */
  encoded?: Storage
  report: (text: string) => void
  signal?: AbortSignal
}

/**
 * Encodes each photo once and stores it under every folder that shows it. `foldersOf` maps a photo's file
 * name to folders of the storage.
 */
export async function storePhotos(
  foldersOf: ReadonlyMap<string, string[]>,
  { storage, encoded, report, signal }: PhotoStoring,
): Promise<Map<string, StoredPhoto>> {
  const stored = new Map<string, StoredPhoto>()
  const waiting = [...foldersOf]
  const processors = Array.from({ length: PROCESSES }, () => createImageProcessor())

  const workWith = async (processor: ImageProcessor) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      signal?.throwIfAborted()
      const [name, folders] = next
      const bytes = await readFile(path.join(FOLDER, name))
      const hash = photoHash(bytes)
      const { files, ...picture } = await encodedPhoto(processor, bytes, hash, encoded)
      for (const folder of folders) {
        for (const file of files)
          await storage.put(`${folder}/${hash}${file.suffix}`, file.bytes, file.contentType)
      }
      stored.set(name, { ...picture, hash })
      if (stored.size % REPORT_EVERY === 0) report(`Preparing photos: ${stored.size} of ${foldersOf.size}`)
    }
  }

  try {
    await Promise.all(processors.map(workWith))
    return stored
  } finally {
    await Promise.all(processors.map((processor) => processor.close()))
  }
}

async function encodedPhoto(
  processor: ImageProcessor,
  bytes: Uint8Array,
  hash: string,
  encoded: Storage | undefined,
): Promise<ProcessedImage> {
  if (!encoded) return processor.process(bytes)
  const key = `${hash}-v${ENCODING_VERSION}`
  const cached = await encoded.read(key)
  if (cached)
    return deserialize(Buffer.from(await new Response(cached.stream).arrayBuffer())) as ProcessedImage
  const image = await processor.process(bytes)
  await encoded.put(key, serialize(image), 'application/octet-stream')
  return image
}
