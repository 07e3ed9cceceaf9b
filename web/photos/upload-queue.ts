import { ApiError, reasonOf } from '#web/api/client.ts'
import { isFault, isPassing } from '#web/api/is-passing.ts'

export interface NewUpload {
  /** A UUID by which the server knows the photo again, however often it is sent. */
  key: string
  name: string
  /** Id of the server's photo whose place it takes. */
  replaces: string | null
}

export interface UploadItem extends NewUpload {
  /** Once sent it is a photo of the server, and no item any more. */
  state: 'pending' | 'uploading' | 'error'
  /** From 0 to 1. */
  progress: number
  /** How often it failed for a passing reason. */
  tries: number
  /** Milliseconds that it waits unless something happens before. */
  pause: number
  /** Until the network is back or a pause is over. */
  isWaiting: boolean
  /** Why it waits or failed. */
  message: string | null
  canRetry: boolean
  /** It failed for a reason that may be gone later. */
  isPassing: boolean
  /** The server itself failed with it, and may do so each time. */
  isFault: boolean
}

export type UploadQueue = readonly UploadItem[]

/** 'offline', 'full' and, for a while, 'busy' pass by themselves, 'mendable' may after the person did something, 'final' never. */
interface UploadFailure {
  kind: 'offline' | 'full' | 'busy' | 'mendable' | 'final'
  message: string
  isPassing: boolean
  isFault: boolean
}

export type UploadEvent =
  | { type: 'added'; uploads: readonly NewUpload[] }
  | { type: 'started'; key: string }
  | { type: 'progressed'; key: string; progress: number }
  | { type: 'failed'; key: string; failure: UploadFailure }
  | { type: 'retried'; key: string }
  | { type: 'resumed' }
  | { type: 'left'; keys: readonly string[] }

/** Then the person decides when to try again. */
const BUSY_TRIES = 4
const PAUSE_MAX_MILLISECONDS = 30_000

const BUSY = [429, 502, 503, 504]
/** The server's storage: making room takes its time, and the person can do nothing about it. */
const FULL = 507
const MENDABLE = [401, 408, 409]
const NO_ANSWER = 'Waiting for the network.'
const FAULT = 'Something went wrong. Please try again.'

export const messageOfFailure = (error: unknown): string => reasonOf(error) ?? FAULT

/** What a failed request means for the upload. */
export function failureOf(error: unknown): UploadFailure {
  const message = messageOfFailure(error)
  if (!(error instanceof ApiError)) return { kind: 'mendable', message, isPassing: false, isFault: false }
  const { status } = error
  const told = { message, isPassing: isPassing(error), isFault: isFault(error) }
  if (status === 0) return { kind: 'offline', ...told, message: NO_ANSWER }
  if (status === FULL) return { kind: 'full', ...told }
  if (BUSY.includes(status)) return { kind: 'busy', ...told }
  return { kind: MENDABLE.includes(status) || status >= 500 ? 'mendable' : 'final', ...told }
}

function failed(item: UploadItem, { kind, ...told }: UploadFailure): UploadItem {
  const isFull = kind === 'full'
  const tries = item.tries + (isFull ? 0 : 1)
  const pause = isFull ? PAUSE_MAX_MILLISECONDS : Math.min(PAUSE_MAX_MILLISECONDS, 1000 * 2 ** tries)
  const passes = kind === 'offline' || isFull || (kind === 'busy' && tries < BUSY_TRIES)
  const next = { ...item, ...told, progress: 0, tries, pause, isWaiting: passes, canRetry: kind !== 'final' }
  return { ...next, state: passes ? 'pending' : 'error' }
}

const released = (item: UploadItem): UploadItem =>
  item.isWaiting ? { ...item, isWaiting: false, message: null } : item

const newItem = (upload: NewUpload): UploadItem => ({
  ...upload,
  state: 'pending',
  progress: 0,
  tries: 0,
  pause: 0,
  isWaiting: false,
  message: null,
  canRetry: false,
  isPassing: false,
  isFault: false,
})

/** The queue after something happened; events about items that left meanwhile change nothing. */
export function queueAfter(queue: UploadQueue, event: UploadEvent): UploadQueue {
  const one = (key: string, change: (item: UploadItem) => UploadItem) =>
    queue.map((item) => (item.key === key ? change(item) : item))
  switch (event.type) {
    case 'added': {
      const known = new Set(queue.map(({ key }) => key))
      return [...queue, ...event.uploads.filter(({ key }) => !known.has(key)).map(newItem)]
    }
    case 'started':
      return one(event.key, (item) => ({
        ...item,
        state: 'uploading',
        progress: 0,
        message: null,
        isPassing: false,
        isFault: false,
      }))
    case 'progressed':
      return one(event.key, (item) =>
        item.state === 'uploading' ? { ...item, progress: Math.max(item.progress, event.progress) } : item,
      )
    case 'failed':
      return one(event.key, (item) => failed(item, event.failure))
    case 'retried':
      // Whoever tries one again has reason to hope for all that wait.
      return queue.map(released).map((item) => (item.key === event.key ? newItem(item) : item))
    case 'resumed':
      return queue.map(released)
    case 'left':
      return queue.filter(({ key }) => !event.keys.includes(key))
  }
}

/** One after the other; while one waits for the network, the others would fail as well. */
export function nextUpload(queue: UploadQueue): UploadItem | undefined {
  if (queue.some(({ state, isWaiting }) => state === 'uploading' || isWaiting)) return undefined
  return queue.find(({ state }) => state === 'pending')
}

/** Milliseconds until what waits is tried again even if nobody says that the network is back. */
export function pauseOf(queue: UploadQueue): number | undefined {
  const pauses = queue.filter(({ isWaiting }) => isWaiting).map(({ pause }) => pause)
  return pauses.length === 0 ? undefined : Math.max(...pauses)
}

export const isSending = (queue: UploadQueue): boolean => queue.some(({ state }) => state !== 'error')
