/** SPEC 5: the types of pictures that may be sent, each with the endings that match it. */
const ENDINGS = {
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
} as const

export type PhotoType = keyof typeof ENDINGS
export const PHOTO_TYPES = Object.keys(ENDINGS) as PhotoType[]

const PHOTO_NAME_MAX = 200
/** SPEC 5: no special characters. Some systems put other kinds of spaces into the names of screenshots. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}\p{Zs}._()-]+$/u

/** Returns whether a photo's file may have this name, apart from its ending. */
export const isPhotoName = (name: string): boolean => name.length <= PHOTO_NAME_MAX && PLAIN_NAME.test(name)

/** The type for a file's ending, or undefined for other files. */
export function findPhotoType(name: string): PhotoType | undefined {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return PHOTO_TYPES.find((type) => ENDINGS[type].some((known) => known === ending))
}

/** The name of the same photo as a file of another type: 'bag.png' becomes 'bag.jpg'. */
export function photoNameAs(name: string, type: PhotoType): string {
  return findPhotoType(name) === type ? name : `${name.replace(/\.[^.]*$/, '')}.${ENDINGS[type][0]}`
}
