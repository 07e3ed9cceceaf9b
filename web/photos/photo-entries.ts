import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { Photo } from '#contract/products.ts'
import type { SkippedFile } from '#web/photos/picking/check-photo-file.ts'

/** A photo as the screen shows it, on its way or arrived. */
export interface PhotoEntry {
  /** Stays the same from choosing to the server's photo. */
  key: string
  /** The server's id, once the server has it. */
  id: string | null
  name: string
  state: 'pending' | 'uploading' | 'success' | 'error'
  /** From 0 to 1: how much of the file is sent. */
  progress: number
  /** The server's picture, once it is prepared. */
  photo: Photo | null
  /** Address of a small local picture until then. */
  preview: string | null
  /** Why it waits or failed. */
  message: string | null
  /** Another unsold listing of the person that shows this photo. */
  listedBefore?: OwnPhoto['listedBefore']
  canRetry: boolean
  /** It failed for a reason that may be gone later. */
  isPassing: boolean
  /** The server itself failed with it, and may do so each time. */
  isFault: boolean
  isRemoving: boolean
}

/** A photo on its way, as the screen shows it. Once sent it is a photo of the server. */
export interface Upload extends PhotoEntry {
  /** Id of the server's photo whose position it takes. */
  replaces: string | null
  /** Until the network is back or a pause is over. */
  isWaiting: boolean
}

export interface PhotosState {
  entries: readonly PhotoEntry[]
  /** What was not taken when files were chosen last. */
  skipped: readonly SkippedFile[]
  /** What went wrong with the photos as a whole. */
  problem: string | null
  /** How many more may be added. */
  room: number
  /** True while a photo is on its way, waits for the network or is being arranged. */
  isBusy: boolean
  /** True while nothing can be sent for want of a network or because the server is busy. */
  isWaiting: boolean
  /** True while a photo that is not sent yet could not be stored on this device. */
  isUnstored: boolean
}

/** Those that are there or may come; what failed is shown, but is no photo. */
export const usableOf = (entries: readonly PhotoEntry[]): PhotoEntry[] =>
  entries.filter(({ state }) => state !== 'error')

/** Why nothing can be sent at present: want of a network, of room at the server, or of its time. */
export const waitingText = (entries: readonly PhotoEntry[]): string =>
  entries.find(({ state, message }) => state === 'pending' && message !== null)?.message ??
  'Waiting for the network.'

/** Whether a picture can be seen, or there is none to wait for. */
export const isPrepared = (entries: readonly PhotoEntry[]): boolean =>
  entries.some(({ photo }) => photo !== null) || entries.every(({ state }) => state !== 'success')

interface PhotoSources {
  photos: readonly OwnPhoto[]
  uploads: readonly Upload[]
  /** Keys in the order that the person wants, as far as known. */
  order: readonly string[]
  previews: ReadonlyMap<string, string>
  removing: ReadonlySet<string>
}

/** By the browser's own name of it, so that an upload and the photo that it becomes are one. */
export const keyOfPhoto = ({ clientKey, id }: OwnPhoto): string => clientKey ?? id

function entryOfPhoto(own: OwnPhoto, { previews, removing }: PhotoSources): PhotoEntry {
  const key = keyOfPhoto(own)
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

const entryOfUpload = (upload: Upload, { previews }: PhotoSources): PhotoEntry => ({
  ...upload,
  preview: previews.get(upload.key) ?? null,
})

/** Sorts what the person arranged as arranged; what came since stands behind, in its own order. */
function inOrder<Keyed extends { key: string }>(keyed: readonly Keyed[], order: readonly string[]): Keyed[] {
  const position = ({ key }: Keyed) => {
    const found = order.indexOf(key)
    return found === -1 ? order.length : found
  }
  return keyed.toSorted((one, other) => position(one) - position(other))
}

/** Photos of the server and uploads as one list. An upload that replaces a photo stands at its position. */
export function photoEntries(sources: PhotoSources): PhotoEntry[] {
  const { photos, uploads, order } = sources
  const ids = new Set(photos.map(({ id }) => id))
  const keys = new Set(photos.map(keyOfPhoto))
  const underWay = uploads.filter(({ key }) => !keys.has(key))
  const shown = photos.map((own) => {
    const successor = underWay.find(({ replaces }) => replaces === own.id)
    return successor ? entryOfUpload(successor, sources) : entryOfPhoto(own, sources)
  })
  const others = underWay.filter(({ replaces }) => replaces === null || !ids.has(replaces))
  return inOrder([...shown, ...others.map((item) => entryOfUpload(item, sources))], order)
}

export const isSending = (uploads: readonly Upload[]): boolean =>
  uploads.some(({ state }) => state !== 'error')

/** Nothing is sent just now for want of a network or of the server's time. */
const isHeldUp = (uploads: readonly Upload[]): boolean =>
  uploads.some(({ isWaiting }) => isWaiting) && uploads.every(({ state }) => state !== 'uploading')

const UNSTORED = 'This device has no room to keep your photos. Leave this page open until they are sent.'

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

/** The server's photos once one more has arrived. */
export function withSent(photos: readonly OwnPhoto[], sent: OwnPhoto, replaces: string | null): OwnPhoto[] {
  const others = photos.filter(({ id }) => id !== sent.id)
  const isSuccessor = others.some(({ id }) => id === replaces)
  return isSuccessor ? others.map((own) => (own.id === replaces ? sent : own)) : [...others, sent]
}

/** The ids of the server's photos in the wanted order, or undefined where they stand so already. */
export function wantedOrder(photos: readonly OwnPhoto[], order: readonly string[]): string[] | undefined {
  const sorted = inOrder(
    photos.map((photo) => ({ key: keyOfPhoto(photo), id: photo.id })),
    order,
  )
  const isSame = sorted.every(({ id }, position) => photos[position]?.id === id)
  return isSame ? undefined : sorted.map(({ id }) => id)
}

/** The list with what stood at one position moved to another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_, position) => position !== from)
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)]
}
