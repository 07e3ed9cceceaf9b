import { BULK_PHOTOS_MAX, LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import { Collection } from '#web/platform/offline/collection.ts'
import type { StoredRow } from '#web/platform/offline/database.ts'
import type { QueueRow } from '#web/platform/offline/queue.ts'
import type { PhotoFile } from '#web/photos/picking/check-photo-file.ts'
import type { UploadFailure } from './upload-failure.ts'

/** A chosen photo that the server does not have yet. */
export interface UnsentPhoto
  extends QueueRow, Partial<Pick<UploadFailure, 'canRetry' | 'isPassing' | 'isFault'>> {
  /** Names the person and the listing, like `group` of the uploads. */
  group: string
  name: string
  file: Blob
  /** The file as it was chosen; null for an edited picture. */
  source: PhotoFile | null
  /** Id of the server's photo that it replaces. */
  replaces: string | null
  /** Reduced or edited, and therefore sent unchanged. */
  isPrepared: boolean
  /** Milliseconds since 1970; files chosen together keep their order. */
  storedAt: number
}

/** Room for the photos of all listings that may wait here, and for two full bulk uploads. */
const PHOTOS_MAX = 30 * LISTING_PHOTOS_MAX + 2 * BULK_PHOTOS_MAX
const DAYS_MAX = 30

function keysToEvict(photos: readonly UnsentPhoto[]): string[] {
  const oldest = Date.now() - DAYS_MAX * 86_400_000
  const byAge = photos.toSorted((one, other) => one.storedAt - other.storedAt)
  const isEvicted = ({ storedAt }: UnsentPhoto, index: number) =>
    storedAt < oldest || index < photos.length - PHOTOS_MAX
  return byAge.filter(isEvicted).map(({ key }) => key)
}

/** A group's name consists of its kind, its person and the listing. */
export const groupPerson = (group: string): string => group.split(' ')[1] ?? ''

export const unsentPhotos = new Collection<UnsentPhoto>('photos', { keysToEvict })

/** The keys of a group's photos in the order that the person wants, including sent ones; its own key is the group. */
export interface PhotoOrder extends StoredRow {
  order: readonly string[]
}

export const photoOrders = new Collection<PhotoOrder>('photo-orders')

/** Deletes every photo of the groups that `isUnwanted` accepts, and every order without photos. */
export async function deleteGroups(isUnwanted: (group: string) => boolean): Promise<void> {
  await unsentPhotos.deleteWhere(({ group }) => isUnwanted(group))
  const groups = await unsentGroups()
  await photoOrders.deleteWhere(({ key }) => !groups.has(key))
}

export async function unsentGroups(): Promise<ReadonlySet<string>> {
  await unsentPhotos.load()
  return new Set(unsentPhotos.rows().map(({ group }) => group))
}

/** Moves the photos of one group to another. */
export async function moveGroup(from: string, to: string): Promise<void> {
  await Promise.all([unsentPhotos.load(), photoOrders.load()])
  const photos = unsentPhotos.rows().filter(({ group }) => group === from)
  const order = photoOrders.get(from)
  await Promise.all(photos.map((photo) => unsentPhotos.put({ ...photo, group: to })))
  if (order) await photoOrders.put({ ...order, key: to })
  await photoOrders.delete([from])
}
