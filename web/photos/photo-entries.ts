import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { Photo } from '#contract/products.ts'
import type { SkippedFile } from '#web/photos/picking/check-photo-file.ts'

/** A photo as the screen shows it, before or after it has been sent. */
export interface PhotoEntry {
  /** Stays the same from the chosen file to the server's photo. */
  key: string
  /** The server's id, once the server has the photo. */
  id: string | null
  name: string
  state: 'pending' | 'uploading' | 'success' | 'error'
  /** Share of the file that has been sent, from 0 to 1. */
  progress: number
  /** The server's picture, once it is prepared. */
  photo: Photo | null
  /** Object URL of a small local picture until then. */
  preview: string | null
  /** Why it waits or failed. */
  message: string | null
  /** Another unsold listing of the person that shows this photo. */
  listedBefore?: OwnPhoto['listedBefore']
  canRetry: boolean
  /** The cause of the failure may pass. */
  isPassing: boolean
  /** The server itself failed to handle the photo, and may fail each time. */
  isFault: boolean
  isRemoving: boolean
}

/** An unsent photo as the screen shows it. Once sent, it becomes a photo of the server. */
export interface Upload extends PhotoEntry {
  /** Id of the server's photo that it replaces. */
  replaces: string | null
  /** It waits for the network or for the end of a pause. */
  isWaiting: boolean
}

export interface PhotosState {
  entries: readonly PhotoEntry[]
  /** The files that were skipped at the last choice. */
  skipped: readonly SkippedFile[]
  /** A problem with the photos as a whole. */
  problem: string | null
  /** Number of photos that can still be added. */
  room: number
  /** True while a photo is being sent, waits for the network or is being reordered. */
  isBusy: boolean
  /** True while no photo can be sent because there is no network or the server is busy. */
  isWaiting: boolean
  /** True while an unsent photo could not be stored on this device. */
  isUnstored: boolean
}

/** The photos that are sent or may still be sent; failed ones are shown but do not count. */
export const usablePhotos = (entries: readonly PhotoEntry[]): PhotoEntry[] =>
  entries.filter(({ state }) => state !== 'error')

/** Why no photo can be sent at present: no network, or a server that is full or busy. */
export const waitingText = (entries: readonly PhotoEntry[]): string =>
  entries.find(({ state, message }) => state === 'pending' && message !== null)?.message ??
  'Waiting for the network.'

/** Whether a picture is ready, or no sent photo is left to be prepared. */
export const isPrepared = (entries: readonly PhotoEntry[]): boolean =>
  entries.some(({ photo }) => photo !== null) || entries.every(({ state }) => state !== 'success')

interface PhotoSources {
  photos: readonly OwnPhoto[]
  uploads: readonly Upload[]
  /** Keys in the order that the person wants, as far as it is known. */
  order: readonly string[]
  previews: ReadonlyMap<string, string>
  removing: ReadonlySet<string>
}

/** The key that the browser gave the photo, so that an upload and its finished photo are one entry. */
export const photoKey = ({ clientKey, id }: OwnPhoto): string => clientKey ?? id

function toPhotoEntry(own: OwnPhoto, { previews, removing }: PhotoSources): PhotoEntry {
  const key = photoKey(own)
  return {
    key,
    id: own.id,
    name: own.fileName ?? 'Photo',
    state: own.state === 'refused' ? 'error' : 'success',
    progress: 1,
    photo: own.photo,
    preview: previews.get(key) ?? null,
    message: own.refusal === null ? null : PROBLEMS[own.refusal].message,
    listedBefore: own.listedBefore,
    canRetry: false,
    isPassing: false,
    isFault: false,
    isRemoving: removing.has(own.id),
  }
}

const toUploadEntry = (upload: Upload, { previews }: PhotoSources): PhotoEntry => ({
  ...upload,
  preview: previews.get(upload.key) ?? null,
})

/** Sorts by the person's order; photos added since follow in their own order. */
function sortByOrder<Keyed extends { key: string }>(
  keyed: readonly Keyed[],
  order: readonly string[],
): Keyed[] {
  const position = ({ key }: Keyed) => {
    const found = order.indexOf(key)
    return found === -1 ? order.length : found
  }
  return keyed.toSorted((one, other) => position(one) - position(other))
}

/** Lists the server's photos and the uploads together. An upload that replaces a photo takes its position. */
export function photoEntries(sources: PhotoSources): PhotoEntry[] {
  const { photos, uploads, order } = sources
  const ids = new Set(photos.map(({ id }) => id))
  const keys = new Set(photos.map(photoKey))
  const underWay = uploads.filter(({ key }) => !keys.has(key))
  const shown = photos.map((own) => {
    const successor = underWay.find(({ replaces }) => replaces === own.id)
    return successor ? toUploadEntry(successor, sources) : toPhotoEntry(own, sources)
  })
  const others = underWay.filter(({ replaces }) => replaces === null || !ids.has(replaces))
  return sortByOrder([...shown, ...others.map((item) => toUploadEntry(item, sources))], order)
}

export const isSending = (uploads: readonly Upload[]): boolean =>
  uploads.some(({ state }) => state !== 'error')

/** No photo can be sent at present because there is no network or the server is busy. */
const isHeldUp = (uploads: readonly Upload[]): boolean =>
  uploads.some(({ isWaiting }) => isWaiting) && uploads.every(({ state }) => state !== 'uploading')

const UNSTORED = 'This device has no room for your photos. Keep this page open until they are sent.'

interface PhotosStateSources extends PhotoSources, Pick<PhotosState, 'skipped' | 'problem' | 'isUnstored'> {
  most: number
  isArranging: boolean
}

export function photosState(sources: PhotosStateSources): PhotosState {
  const { uploads, most, skipped, problem, isArranging, isUnstored } = sources
  const entries = photoEntries(sources)
  const isWaiting = isHeldUp(uploads)
  return {
    entries,
    skipped,
    problem: problem ?? (isWaiting && isUnstored ? UNSTORED : null),
    room: Math.max(0, most - entries.length),
    isWaiting,
    isUnstored,
    isBusy: isArranging || isSending(uploads),
  }
}

/** The server's photos after another one has arrived. */
export function withSent(photos: readonly OwnPhoto[], sent: OwnPhoto, replaces: string | null): OwnPhoto[] {
  const others = photos.filter(({ id }) => id !== sent.id)
  const isSuccessor = others.some(({ id }) => id === replaces)
  return isSuccessor ? others.map((own) => (own.id === replaces ? sent : own)) : [...others, sent]
}

/** The ids of the server's photos in the wanted order; undefined if they already have that order. */
export function wantedOrder(photos: readonly OwnPhoto[], order: readonly string[]): string[] | undefined {
  const sorted = sortByOrder(
    photos.map((photo) => ({ key: photoKey(photo), id: photo.id })),
    order,
  )
  const isSame = sorted.every(({ id }, position) => photos[position]?.id === id)
  return isSame ? undefined : sorted.map(({ id }) => id)
}

/** Moves the item at one position to another. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, position) => position !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
