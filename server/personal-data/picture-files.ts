import { AVATAR_WIDTHS, PHOTO_WIDTHS } from '#contract/limits.ts'

const ADDRESS = '/photos/'

/** Where a picture's files begin in the storage; undefined for one that lies elsewhere. */
const keyOf = (src: string): string | undefined =>
  src.startsWith(ADDRESS) ? src.slice(ADDRESS.length) : undefined

/** Every file that a picture may have. */
export function filesOf(src: string): string[] {
  const key = keyOf(src)
  if (key === undefined) return []
  return [...PHOTO_WIDTHS, ...AVATAR_WIDTHS].flatMap((width) => [
    `${key}-${width}.avif`,
    `${key}-${width}.jpg`,
  ])
}

/** Its JPEG files, the largest first: what any program can show. */
export function readableFilesOf(src: string): string[] {
  const key = keyOf(src)
  if (key === undefined) return []
  return [...PHOTO_WIDTHS, ...AVATAR_WIDTHS].toSorted((a, b) => b - a).map((width) => `${key}-${width}.jpg`)
}
