import type { Likeness } from '#server/platform/images/likeness/likeness.ts'

/** Raise this version when the same picture produces different files, so that stored results are made again. */
export const ENCODING_VERSION = 1

export interface ImageFile {
  /** End of the file's name, such as '-640.avif'. */
  suffix: string
  contentType: 'image/avif' | 'image/jpeg'
  bytes: Uint8Array
}

export interface ProcessedImage {
  /** Size of the largest file, in pixels. */
  width: number
  height: number
  /** Base64 of about 21 bytes. */
  thumbhash: string
  /** Signed 64 bits; two pictures that differ in at most 8 bits show the same. */
  dhash: bigint
  /** Keypoints by which its copies are found. */
  likeness: Likeness
  /** Contents of its QR codes. */
  codes: string[]
  /** One per width and type, smallest first. */
  files: ImageFile[]
}

/** What a stored photo looks like, without its files. */
export type DescribedPhoto = Pick<ProcessedImage, 'likeness'>

export type ProcessedAvatar = Pick<ProcessedImage, 'files'>

/** A picture for sharing, as a JPEG. */
export interface DrawnPicture {
  bytes: Uint8Array
}

export interface ImageRecipes {
  photo: ProcessedImage
  likeness: DescribedPhoto
  avatar: ProcessedAvatar
  /** Made from the result of `packShareOrder`. */
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
  crashed: 'The picture could not be prepared in two attempts.',
} as const
export type ImageRefusal = keyof typeof IMAGE_REFUSALS

/** An error of the picture, not of the server, so a retry will not help. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal, options?: ErrorOptions) {
    super(IMAGE_REFUSALS[reason], options)
    this.name = 'ImageRefused'
    this.reason = reason
  }
}
