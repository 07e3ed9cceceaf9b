import { BULK_PHOTOS_MAX, LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import type { OwnPhoto } from '#contract/photo-uploads.ts'
import type { Photo } from '#contract/products.ts'
import { AppError } from '#server/app-error.ts'
import type { PhotoRow } from './queries.ts'

/** A refused photo takes no place in its listing. */
const counts = ({ state }: Pick<PhotoRow, 'state'>): boolean => state !== 'refused'

type Placed = Pick<PhotoRow, 'id' | 'state' | 'replaces_id'>

/**
 * A listing's photos as its seller sees and orders them: one that is about to be replaced gives way to its
 * replacement, and comes back if that is refused.
 */
export function shownPhotos<Row extends Placed>(rows: Row[]): Row[] {
  const replaced = new Set(rows.filter(counts).map((row) => row.replaces_id))
  return rows.filter((row) => !replaced.has(row.id))
}

/** Photos that a listing has or is about to have. */
export const countedPhotos = <Row extends Placed>(rows: Row[]): Row[] => shownPhotos(rows).filter(counts)

/** The places of photos in this order, each beside the one that it is about to replace. */
export const placesOf = (ordered: Placed[]) =>
  ordered.flatMap(({ id, replaces_id }, position) =>
    [id, ...(replaces_id === null ? [] : [replaces_id])].map((each) => ({ id: each, position })),
  )

export interface NewPlace {
  position: number
  /** The image that goes once the new photo is prepared. */
  replacesId: string | null
  /** Uploads in whose place the new one comes at once. */
  superseded: string[]
}

function placeInsteadOf(rows: PhotoRow[], replacedId: string): NewPlace {
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

/** Refused when there is no room for so many. `isLoose`: they belong to no listing yet. */
export function requireRoom(count: number, isLoose: boolean): void {
  if (!isLoose && count > LISTING_PHOTOS_MAX) throw new AppError('too-many-images')
  if (isLoose && count > BULK_PHOTOS_MAX) throw new AppError('too-many-loose-photos')
}

/** Where among the photos of a listing, or the loose ones, a photo goes that was just received. */
export function newPlace(rows: PhotoRow[], replacedId: string | undefined, isLoose: boolean): NewPlace {
  const place =
    replacedId === undefined
      ? { position: countedPhotos(rows).length, replacesId: null, superseded: [] }
      : placeInsteadOf(rows, replacedId)
  const staying: Placed[] = rows.filter(({ id }) => !place.superseded.includes(id))
  const added: Placed = { id: 'new', state: 'waiting', replaces_id: place.replacesId }
  requireRoom(countedPhotos([...staying, added]).length, isLoose)
  return place
}

/** The photos in the order that their seller asks for. Refused when it is not about these photos. */
export function inOrder(rows: PhotoRow[], ids: string[]): PhotoRow[] {
  const counted = countedPhotos(rows)
  const refused = new Set(rows.filter((row) => !counts(row)).map(({ id }) => id))
  const asked = ids.filter((id) => !refused.has(id))
  const ordered = asked.flatMap((id) => counted.find((row) => row.id === id) ?? [])
  const isSameSet =
    ordered.length === asked.length && asked.length === counted.length && new Set(asked).size === asked.length
  if (!isSameSet) throw new AppError('photos-changed')
  return ordered
}

const STATES = { image: 'ready', ready: 'ready', waiting: 'preparing', refused: 'refused' } as const

type Shown = Omit<PhotoRow, 'replaces_id' | 'position'>

const photoOf = (row: Shown, address: (src: string) => string): Photo | null =>
  STATES[row.state] === 'ready'
    ? {
        src: address(row.image_url),
        width: row.width ?? 0,
        height: row.height ?? 0,
        thumbhash: row.thumbhash ?? '',
      }
    : null

/** `address` turns the stored name of a photo into where its seller finds it. */
export const toOwnPhoto = (row: Shown, address: (src: string) => string): OwnPhoto => ({
  id: row.id,
  clientKey: row.client_key,
  fileName: row.file_name,
  state: STATES[row.state],
  photo: photoOf(row, address),
  // Holds what the preparation wrote, which is of the contract.
  refusal: row.refusal as OwnPhoto['refusal'],
})
