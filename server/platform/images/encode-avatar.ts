import { AVATAR_WIDTHS } from '#contract/limits.ts'
import { decode, encode, imageOf } from './encode-photo.ts'
import type { ImageFile, ProcessedAvatar } from './image.ts'

/** Encodes a person's picture: the square in its middle, without metadata. Throws `ImageRefused`. */
export async function encodeAvatar(bytes: Uint8Array): Promise<ProcessedAvatar> {
  const pixels = await decode(bytes)
  const files: ImageFile[] = []
  for (const width of AVATAR_WIDTHS) {
    // Small pictures are enlarged, so that every file is as wide as its name says.
    const { avif, jpeg } = await encode(imageOf(pixels).resize({ width, height: width, fit: 'cover' }))
    files.push(
      { suffix: `-${width}.avif`, contentType: 'image/avif', bytes: avif },
      { suffix: `-${width}.jpg`, contentType: 'image/jpeg', bytes: jpeg },
    )
  }
  return { files }
}
