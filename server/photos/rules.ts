import { isolated } from '#contract/isolated.ts'
import { BULK_PHOTOS_MAX, LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { PhotoRow } from './queries.ts'

/** A refused photo takes no space in its listing. */
export const countsAsPhoto = ({ state }: Pick<PhotoRow, 'state'>): boolean => state !== 'refused'

type OrderedPhoto = Pick<PhotoRow, 'id' | 'state' | 'replaces_id'>

/**
 * A listing's photos as its seller sees and orders them: the replacement is shown instead of the photo that
 * it will replace, which returns if the replacement is refused.
 */
export function shownPhotos<Row extends OrderedPhoto>(rows: Row[]): Row[] {
  const replaced = new Set(rows.filter(countsAsPhoto).map((row) => row.replaces_id))
  return rows.filter((row) => !replaced.has(row.id))
}

/** Photos that a listing has or will have. */
export const countedPhotos = <Row extends OrderedPhoto>(rows: Row[]): Row[] =>
  shownPhotos(rows).filter(countsAsPhoto)

/** The positions of photos in this order; a photo and its replacement have the same one. */
export const positionsOf = (ordered: OrderedPhoto[]) =>
  ordered.flatMap(({ id, replaces_id }, position) =>
    [id, ...(replaces_id === null ? [] : [replaces_id])].map((each) => ({ id: each, position })),
  )

export interface NewPosition {
  position: number
  /** The image to delete once the new photo is prepared. */
  replacesId: string | null
  /** Uploads that the new one replaces at once. */
  superseded: string[]
}

function positionOfReplaced(rows: PhotoRow[], replacedId: string): NewPosition {
  const replaced = rows.find(({ id }) => id === replacedId)
  if (!replaced) throw new AppError('photo-not-found')
  const imageId = replaced.state === 'image' ? replaced.id : replaced.replaces_id
  const superseded = rows.filter(
    ({ id, state, replaces_id }) =>
      state !== 'image' && (id === replacedId || (imageId !== null && replaces_id === imageId)),
  )
  return {
    position: replaced.position,
    replacesId: imageId,
    superseded: superseded.map(({ id }) => id),
  }
}

/** Throws if there are too many photos in a listing, or too many unassigned ones. */
export function requireRoom(count: number, { isAssigned }: { isAssigned: boolean }): void {
  if (isAssigned && count > LISTING_PHOTOS_MAX) throw new AppError('too-many-images')
  if (!isAssigned && count > BULK_PHOTOS_MAX) throw new AppError('too-many-unassigned-photos')
}

/**
 * The position of a new photo among `rows`, those of its listing or the unassigned ones. Throws
 * photo-not-found, or if there is no room.
 */
export function newPosition(
  rows: PhotoRow[],
  { replacesId, isAssigned }: { replacesId: string | undefined; isAssigned: boolean },
): NewPosition {
  const position =
    replacesId === undefined
      ? { position: countedPhotos(rows).length, replacesId: null, superseded: [] }
      : positionOfReplaced(rows, replacesId)
  const staying: OrderedPhoto[] = rows.filter(({ id }) => !position.superseded.includes(id))
  const added: OrderedPhoto = { id: 'new', state: 'waiting', replaces_id: position.replacesId }
  requireRoom(countedPhotos([...staying, added]).length, { isAssigned })
  return position
}

/** The photos in the order of `ids`. Throws photos-changed unless each is named once. */
export function inOrder(rows: PhotoRow[], ids: string[]): PhotoRow[] {
  const counted = countedPhotos(rows)
  const refused = new Set(rows.filter((row) => !countsAsPhoto(row)).map(({ id }) => id))
  const named = ids.filter((id) => !refused.has(id))
  const ordered = named.flatMap((id) => counted.find((row) => row.id === id) ?? [])
  const isSameSet =
    ordered.length === named.length && named.length === counted.length && new Set(named).size === named.length
  if (!isSameSet) throw new AppError('photos-changed')
  return ordered
}

/** The notification about a listing that was published while its photos were being prepared. */
export const withoutPhotoText = (title: string): string =>
  `"${isolated(title)}" has no photo, because we could not use the ones you sent. Add another one.`
