import { PHOTOS } from '#server/platform/images/picture-files.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'

export const PRIVATE_PHOTOS = `${PHOTOS}private/`

/** Addresses stay the same for this time, so that browsers need not fetch the same photo twice. */
const BLOCK_SECONDS = 6 * 60 * 60
const MAC_BYTES = 16
const PURPOSE = 'private-photos'
const SIGNED = /^(?<expiry>\d{1,12})\.(?<mac>[\w-]{22})\/(?<file>(?<src>.+)-\d+\.(?:avif|jpg))$/

/** Signs addresses of photos that are not public. Anyone with such an address may see the photo until it expires. */
export interface PhotoSigner {
  /**
   * Adds an expiry and a signature to a photo's `/photos/{folder}/…`. The address is valid for 6 to 12 hours, for all
   * files of the photo.
   */
  sign(src: string): string
}

export interface SignedPhoto {
  /** Storage key of the file. */
  key: string
  secondsLeft: number
}

export interface PhotoSigning extends PhotoSigner {
  /**
   * Finds the photo of an address by its rest after `/photos/private/`; undefined unless it was signed here and is
   * still valid.
   */
  open(rest: string): SignedPhoto | undefined
}

export function photoSigner(secrets: Secrets, now: () => number): PhotoSigning {
  const seconds = () => Math.floor(now() / 1000)
  const macOf = (expiry: string, src: string) =>
    secrets.digest(PURPOSE, `${expiry} ${src}`).subarray(0, MAC_BYTES)

  return {
    sign(src) {
      if (!src.startsWith(PHOTOS)) throw new Error(`Not a stored photo: ${src}`)
      const expiry = String((Math.floor(seconds() / BLOCK_SECONDS) + 2) * BLOCK_SECONDS)
      const key = src.slice(PHOTOS.length)
      return `${PRIVATE_PHOTOS}${expiry}.${macOf(expiry, key).toString('base64url')}/${key}`
    },
    open(rest) {
      const { expiry = '', mac = '', file = '', src = '' } = SIGNED.exec(rest)?.groups ?? {}
      const mac64 = Buffer.from(mac, 'base64url')
      if (mac64.length !== MAC_BYTES || !secrets.isDigest(PURPOSE, `${expiry} ${src}`, mac64))
        return undefined
      const secondsLeft = Number(expiry) - seconds()
      return secondsLeft > 0 ? { key: file, secondsLeft } : undefined
    },
  }
}
