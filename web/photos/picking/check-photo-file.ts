import { PICTURE_BYTES_MAX } from '#contract/limits.ts'
import { isPhotoName, PHOTO_TYPES, findPhotoType } from '#contract/photos/photo-names.ts'
import { PROBLEMS } from '#contract/problem.ts'

export interface PhotoFile {
  name: string
  type: string
  size: number
  lastModified: number
}

export interface SkippedFile {
  name: string
  reason: string
}

interface Room {
  /** Files chosen before. */
  taken: readonly PhotoFile[]
  /** Number of files that may still be added. */
  room: number
  /** Reason given for files beyond that. */
  tooMany: string
}

export interface ChosenFiles<FileKind> {
  accepted: FileKind[]
  skipped: SkippedFile[]
  hasTooMany: boolean
}

/** Some systems use the old name of the type or give none; then the file extension decides. */
const typeOf = ({ name, type }: PhotoFile) =>
  type === '' ? findPhotoType(name) : type === 'image/jpg' ? 'image/jpeg' : type

const isSame = (one: PhotoFile, other: PhotoFile) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

/** SPEC 5: why this file cannot be a photo. The server checks it too; this check answers sooner and sends nothing. */
export function photoFileProblem(file: PhotoFile): string | undefined {
  const type = typeOf(file)
  if (!PHOTO_TYPES.some((known) => known === type)) return PROBLEMS['picture-unsupported-type'].message
  if (findPhotoType(file.name) !== type) return 'The file name must end with its type, such as .jpg or .png.'
  if (!isPhotoName(file.name)) return PROBLEMS['picture-name'].message
  if (file.size === 0) return 'The file is empty.'
  if (file.size > PICTURE_BYTES_MAX) return PROBLEMS['picture-too-large'].message
  return undefined
}

/** Splits the chosen files into accepted files and skipped ones with their reasons. */
export function choosePhotoFiles<FileKind extends PhotoFile>(
  files: Iterable<FileKind>,
  { taken, room, tooMany }: Room,
): ChosenFiles<FileKind> {
  const accepted: FileKind[] = []
  const skipped: SkippedFile[] = []
  let hasTooMany = false
  for (const file of files) {
    const isTwice = [...taken, ...accepted].some((other) => isSame(file, other))
    const isBeyond = accepted.length >= room
    const reason =
      photoFileProblem(file) ?? (isTwice ? 'You already chose this file.' : isBeyond ? tooMany : undefined)
    if (reason === undefined) accepted.push(file)
    else skipped.push({ name: file.name, reason })
    hasTooMany ||= reason === tooMany
  }
  return { accepted, skipped, hasTooMany }
}
