import { ImageRefused } from './image.ts'

export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif'

const SUPPORTED: Record<ImageType, RegExp> = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n\x1a\n/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
}

/**
 * Picture formats that are not supported. They are distinguished from other files, so that the refusal can say what
 * to change.
 */
const UNSUPPORTED = [
  /^[^]{4}ftyp(?:heic|heix|hevc|heim|mif1|msf1|avif|avis)/,
  /^(?:II\*\0|MM\0\*)/,
  /^BM[^]{12}/,
  /^(?:\xff\x0a|\0\0\0\x0cJXL )/,
  /^\0\0\x01\0/,
  /^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml[^]*<svg)/i,
]
const INSPECTED_BYTES = 1024

/** Detects the type by content only, because names and declared types cannot be trusted. Throws `ImageRefused`. */
export function imageTypeOf(bytes: Uint8Array): ImageType {
  const start = Buffer.from(bytes.subarray(0, INSPECTED_BYTES)).toString('latin1')
  for (const [type, signature] of Object.entries(SUPPORTED)) {
    if (signature.test(start)) return type as ImageType
  }
  throw new ImageRefused(
    UNSUPPORTED.some((signature) => signature.test(start)) ? 'unsupported-type' : 'not-an-image',
  )
}
