import type { LikenessHash } from '#server/platform/images/likeness/likeness-hashes.ts'

/** Raise it when the same picture gives other files than before: results that were kept are then made anew. */
export const ENCODING_VERSION = 1

export interface ImageFile {
  /** What follows the stored name: '-640.avif'. */
  suffix: string
  contentType: 'image/avif' | 'image/jpeg'
  bytes: Uint8Array
}

export interface ProcessedImage {
  /** Of the largest file, in pixels. */
  width: number
  height: number
  /** Base64 of about 21 bytes. */
  thumbhash: string
  /** Signed 64 bits; two pictures that differ in at most 8 show the same. */
  dhash: bigint
  /** By which other photos of the same are found. */
  likeness: LikenessHash[]
  /** What the QR codes in it say. */
  codes: string[]
  /** One per width and type, smallest first. */
  files: ImageFile[]
}

export type ProcessedAvatar = Pick<ProcessedImage, 'files'>

/** A JPEG. */
export interface DrawnPicture {
  bytes: Uint8Array
}

export interface ImageRecipes {
  photo: ProcessedImage
  avatar: ProcessedAvatar
  /** From what `packShareOrder` gives. */
  share: DrawnPicture
}
export type ImageRecipe = keyof ImageRecipes

export const IMAGE_REFUSALS = {
  'not-an-image': 'The file is not a picture.',
  'unsupported-type': 'The picture is not a JPEG, PNG, WebP or GIF.',
  'too-many-pixels': 'The picture has too many pixels.',
  damaged: 'The picture is damaged.',
  timeout: 'The picture took too long to prepare.',
  'too-much-memory': 'The picture needs too much memory.',
  crashed: 'The picture could not be prepared, twice.',
} as const
export type ImageRefusal = keyof typeof IMAGE_REFUSALS

/** The picture is at fault, not the server: trying again will not help. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal, options?: ErrorOptions) {
    super(IMAGE_REFUSALS[reason], options)
    this.name = 'ImageRefused'
    this.reason = reason
  }
}
