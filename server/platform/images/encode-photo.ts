import sharp from 'sharp'
import type { OutputInfo, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { PHOTO_WIDTHS } from '#contract/limits.ts'
import { DIFFERENCE_HASH_HEIGHT, DIFFERENCE_HASH_WIDTH, differenceHash } from './difference-hash.ts'
import { likenessOf } from '#server/platform/images/likeness/likeness-of.ts'
import { imageTypeOf } from './image-type.ts'
import { readCodes } from './read-codes.ts'
import { type DescribedPhoto, ImageRefused, type ImageFile, type ProcessedImage } from './image.ts'

const MAX_PIXELS = 50e6
/** Maximum ratio of height to width; encoders refuse narrower strips. */
const MAX_STEEPNESS = 3
const WIDEST = Math.max(...PHOTO_WIDTHS)
const THUMBHASH_MAX = 100

export interface Pixels {
  data: Buffer
  info: OutputInfo
}

/** Restricts sharp for the whole process, which must do nothing else. */
export function restrictSharp(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
}

/** Makes everything that is stored of a photo, from its pixels only, without metadata. Throws `ImageRefused`. */
export async function encodePhoto(bytes: Uint8Array): Promise<ProcessedImage> {
  const pixels = await decode(bytes)
  return {
    width: pixels.info.width,
    height: pixels.info.height,
    thumbhash: await thumbhashOf(pixels),
    dhash: await differenceHashOf(pixels),
    likeness: await likenessOf(imageOf(pixels)),
    codes: await readCodes(imageOf(pixels)),
    files: await encodeWidths(pixels),
  }
}

/** Describes a photo that is stored already. Throws `ImageRefused`. */
export async function describePhoto(bytes: Uint8Array): Promise<DescribedPhoto> {
  return { likeness: await likenessOf(imageOf(await decode(bytes))) }
}

/**
 * Decodes a photo into upright sRGB pixels on white, at most as wide as the widest file. All further steps use these.
 */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  const type = imageTypeOf(bytes)
  try {
    const image = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      pages: 1,
      sequentialRead: true,
    })
    const { format, width, height } = await image.metadata()
    if (format !== type) throw new ImageRefused('damaged')
    if (width * height > MAX_PIXELS) throw new ImageRefused('too-many-pixels')
    return await fitWithin(image.autoOrient(), WIDEST)
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    if (error instanceof ImageRefused) throw error
    const tooLarge = error instanceof Error && error.message.includes('exceeds pixel limit')
    throw new ImageRefused(tooLarge ? 'too-many-pixels' : 'damaged', { cause: error })
  }
}

const fitWithin = (image: Sharp, width: number): Sharp =>
  image.resize({ width, height: width * MAX_STEEPNESS, fit: 'inside', withoutEnlargement: true })

export const imageOf = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/**
 * Files are encoded one after the other: a second thread would not shorten the queue, and would take a core from
 * requests.
 */
async function encodeWidths(pixels: Pixels): Promise<ImageFile[]> {
  const files: ImageFile[] = []
  let whole: Encoded | undefined
  for (const width of PHOTO_WIDTHS) {
    const encoded = whole ?? (await encode(fitWithin(imageOf(pixels), width)))
    // Small pictures are not enlarged, so their wider files are identical and reused.
    if (pixels.info.width <= width && pixels.info.height <= width * MAX_STEEPNESS) whole = encoded
    files.push(
      { suffix: `-${width}.avif`, contentType: 'image/avif', bytes: encoded.avif },
      { suffix: `-${width}.jpg`, contentType: 'image/jpeg', bytes: encoded.jpeg },
    )
  }
  return files
}

interface Encoded {
  avif: Buffer
  jpeg: Buffer
}

export async function encode(image: Sharp): Promise<Encoded> {
  // Effort 3, because the default 4 takes five times as long for the same size. 4:2:0 as in the JPEG saves a quarter
  // of the time.
  const avif = await image.clone().avif({ quality: 50, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
  const jpeg = await image.jpeg({ quality: 80, mozjpeg: true }).toBuffer()
  return { avif, jpeg }
}

async function thumbhashOf(pixels: Pixels): Promise<string> {
  const { data, info } = await imageOf(pixels)
    .resize({ width: THUMBHASH_MAX, height: THUMBHASH_MAX, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

async function differenceHashOf(pixels: Pixels): Promise<bigint> {
  const grey = await imageOf(pixels)
    .resize(DIFFERENCE_HASH_WIDTH, DIFFERENCE_HASH_HEIGHT, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return differenceHash(grey)
}
