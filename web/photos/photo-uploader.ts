import type { OwnPhoto } from '#contract/photo-uploads.ts'
import { statusOf } from '#web/api/client.ts'
import { oncePhotos } from './await-photos.ts'
import { type ChosenFiles, choosePhotoFiles, type SkippedFile } from './check-photo-file.ts'
import { LocalPhotos } from './local-photos.ts'
import { keyOfPhoto, moved, photoEntries, type PhotosState, wantedOrder } from './photo-entries.ts'
import type { PhotoUploaderParts } from './photo-uploader-parts.ts'
import {
  failureOf,
  isSending,
  messageOfFailure,
  nextUpload,
  pauseOf,
  queueAfter,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts'

const POLL_MILLISECONDS = 800
const POLL_AFTER_FAILURE_MILLISECONDS = 4000
const UNKEPT = 'This device has no room to keep your photos. Leave this page open until they are sent.'

/** Sends photos one after the other, keeps them over a reload and follows what the server makes of them. */
export class PhotoUploader {
  readonly #parts: PhotoUploaderParts
  readonly #local: LocalPhotos
  readonly #listeners = new Set<() => void>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #removing = new Set<string>()
  /** Keys of photos removed while they were sent: the server may have them all the same. */
  readonly #unwanted = new Set<string>()
  #photos: readonly OwnPhoto[]
  #queue: UploadQueue = []
  #order: readonly string[] = []
  #skipped: readonly SkippedFile[] = []
  #problem: string | null = null
  #isArranging = false
  /** How often the server's photos were changed from here: what was asked for before is out of date. */
  #changes = 0
  #isOpen = false
  #pause: ReturnType<typeof setTimeout> | undefined
  #poll: ReturnType<typeof setTimeout> | undefined
  #state: PhotosState

  constructor(parts: PhotoUploaderParts) {
    this.#parts = parts
    this.#photos = parts.photos
    this.#local = new LocalPhotos(parts, () => this.#publish())
    this.#state = this.#currentState()
  }

  readonly subscribe = (notify: () => void) => {
    this.#listeners.add(notify)
    return () => this.#listeners.delete(notify)
  }

  readonly read = (): PhotosState => this.#state

  /** Begins to work, with what an earlier visit left unsent. */
  async open(): Promise<void> {
    this.#isOpen = true
    addEventListener('online', this.#resume)
    this.#pollLater()
    const { uploads, order } = await this.#local.open(this.#photos.map(keyOfPhoto))
    if (order.length > 0) this.#order = order
    this.#happened({ type: 'added', uploads })
  }

  close(): void {
    this.#isOpen = false
    removeEventListener('online', this.#resume)
    clearTimeout(this.#pause)
    clearTimeout(this.#poll)
    for (const abort of this.#aborts.values()) abort.abort()
    this.#local.close()
  }

  add(files: Iterable<File>): ChosenFiles<File> {
    const { most, tooMany } = this.#parts
    const room = most - this.#state.entries.length
    const chosen = choosePhotoFiles(files, { taken: this.#local.sources(), room, tooMany })
    this.#skipped = chosen.skipped
    this.#problem = null
    const before = this.#state.entries.map(({ key }) => key)
    const uploads = chosen.accepted.map((file) => this.#local.add(file))
    this.#want([...before, ...uploads.map(({ key }) => key)])
    this.#happened({ type: 'added', uploads })
    return chosen
  }

  /** Puts an edited picture in the place of a photo. */
  replace(key: string, file: Blob): void {
    const entry = this.#entry(key)
    if (!entry) return
    const replaces = entry.id ?? this.#queue.find((item) => item.key === key)?.replaces ?? null
    const upload = this.#local.addEdited(file, { name: entry.name, replaces })
    this.#want(this.#state.entries.map((other) => (other.key === key ? upload.key : other.key)))
    if (!entry.id) this.#drop(key)
    this.#happened({ type: 'added', uploads: [upload] })
  }

  async remove(key: string): Promise<void> {
    const entry = this.#entry(key)
    if (!entry || entry.isRemoving) return
    this.#problem = null
    if (entry.id) await this.#removeStored(entry.id)
    else this.#drop(key)
    this.#next()
  }

  /** Lets go of everything that is not sent yet, here and on this device. */
  discard(): void {
    const keys = this.#queue.map(({ key }) => key)
    for (const abort of this.#aborts.values()) abort.abort()
    this.#local.discard()
    this.#happened({ type: 'left', keys })
  }

  retry(key: string): void {
    this.#happened({ type: 'retried', key })
  }

  /** Moves a photo to a place counted from 0. */
  move(key: string, place: number): void {
    const keys = this.#state.entries.map((entry) => entry.key)
    this.#want(moved(keys, keys.indexOf(key), place))
    this.#problem = null
    this.#next()
  }

  dismissSkipped(): void {
    this.#skipped = []
    this.#publish()
  }

  /** Asks the server how the photos stand. */
  async refresh(): Promise<void> {
    const changes = this.#changes
    const photos = await this.#parts.list()
    if (changes === this.#changes) this.#adopt(photos)
    else await this.refresh()
  }

  /** Waits until nothing is on its way any more; what failed for good stays behind. */
  settled(): Promise<void> {
    return oncePhotos(this, ({ isBusy }) => !isBusy)
  }

  /** The picture as it is here, if it still is. */
  localFile = (key: string): Promise<Blob> | undefined => this.#local.file(key)

  readonly #resume = () => this.#happened({ type: 'resumed' })

  #want(order: readonly string[]): void {
    this.#order = order
    this.#local.keepOrder(order)
  }

  #entry(key: string) {
    return this.#state.entries.find((entry) => entry.key === key)
  }

  #happened(event: UploadEvent): void {
    this.#queue = queueAfter(this.#queue, event)
    if (event.type === 'progressed') this.#publish()
    else this.#next()
  }

  /** Does what is due now, and shows how things stand. */
  #next(): void {
    this.#publish()
    if (!this.#isOpen) return
    const next = nextUpload(this.#queue)
    if (next && !this.#isArranging) void this.#upload(next)
    else void this.#arrange()
    clearTimeout(this.#pause)
    const pause = pauseOf(this.#queue)
    if (pause !== undefined) this.#pause = setTimeout(this.#resume, pause)
  }

  async #upload(item: UploadItem): Promise<void> {
    const { key } = item
    const abort = new AbortController()
    this.#aborts.set(key, abort)
    this.#happened({ type: 'started', key })
    try {
      const file = await this.#local.file(key)
      if (!file || abort.signal.aborted) return
      const onProgress = (progress: number) => this.#happened({ type: 'progressed', key, progress })
      const sent = await this.#parts.send(item, file, { onProgress, signal: abort.signal })
      const others = this.#photos.filter(({ id }) => id !== sent.id)
      this.#changes += 1
      const isSuccessor = others.some(({ id }) => id === item.replaces)
      this.#adopt(
        isSuccessor ? others.map((own) => (own.id === item.replaces ? sent : own)) : [...others, sent],
      )
    } catch (error) {
      if (!abort.signal.aborted) this.#happened({ type: 'failed', key, failure: failureOf(error) })
    } finally {
      this.#aborts.delete(key)
    }
  }

  /** Takes over what the server has. */
  #adopt(photos: readonly OwnPhoto[]): void {
    const unwanted = photos.filter((own) => this.#unwanted.has(keyOfPhoto(own)))
    this.#photos = photos.filter((own) => !unwanted.includes(own))
    for (const { id } of unwanted) void this.#parts.remove(id).catch(() => undefined)
    const keys = this.#photos.map(keyOfPhoto)
    this.#local.sent(keys)
    for (const own of this.#photos) if (own.state === 'ready') this.#local.dropPreview(keyOfPhoto(own))
    this.#happened({ type: 'left', keys })
    this.#pollLater()
  }

  #pollLater(pause = POLL_MILLISECONDS): void {
    clearTimeout(this.#poll)
    if (!this.#isOpen || !this.#photos.some(({ state }) => state === 'preparing')) return
    this.#poll = setTimeout(() => {
      this.refresh().catch(() => this.#pollLater(POLL_AFTER_FAILURE_MILLISECONDS))
    }, pause)
  }

  /** Takes away what the server does not have, as far as known here. */
  #drop(key: string): void {
    const item = this.#queue.find((one) => one.key === key)
    const replaced = this.#photos.find(({ id }) => id === item?.replaces)
    if (replaced) this.#order = this.#order.map((one) => (one === key ? keyOfPhoto(replaced) : one))
    this.#unwanted.add(key)
    this.#local.drop(key)
    this.#queue = queueAfter(this.#queue, { type: 'left', keys: [key] })
    const mayHaveArrived = item?.progress === 1 || (item?.tries ?? 0) > 0
    // Once all is sent only the server's answer tells what to take away.
    if (item?.progress !== 1) this.#aborts.get(key)?.abort()
    if (mayHaveArrived) this.refresh().catch(() => undefined)
  }

  async #removeStored(id: string): Promise<void> {
    this.#removing.add(id)
    this.#publish()
    try {
      await this.#parts.remove(id)
      this.#changes += 1
      this.#photos = this.#photos.filter((own) => own.id !== id)
    } catch (error) {
      // Gone already, as from another device: that is what was asked for.
      if (statusOf(error) === 404) this.#photos = this.#photos.filter((own) => own.id !== id)
      else this.#problem = messageOfFailure(error)
    } finally {
      this.#removing.delete(id)
    }
  }

  /** Tells the server the order once everything has arrived. */
  async #arrange(): Promise<void> {
    const ids = wantedOrder(this.#photos, this.#order)
    if (!ids || !this.#parts.arrange || this.#isArranging || isSending(this.#queue)) return
    this.#isArranging = true
    this.#publish()
    try {
      this.#photos = await this.#parts.arrange(ids)
      this.#changes += 1
    } catch (error) {
      this.#problem = messageOfFailure(error)
      this.#order = []
      // Most likely other photos are there by now than are shown.
      await this.refresh().catch(() => undefined)
    } finally {
      this.#isArranging = false
    }
    this.#next()
  }

  #currentState(): PhotosState {
    const sources = { photos: this.#photos, queue: this.#queue, order: this.#order }
    const previews = this.#local.previews
    const entries = photoEntries({ ...sources, previews, removing: this.#removing })
    const isWaiting = this.#queue.some((item) => item.isWaiting)
    const isUnkept = this.#local.hasUnkept()
    return {
      entries,
      skipped: this.#skipped,
      problem: this.#problem ?? (isWaiting && isUnkept ? UNKEPT : null),
      room: Math.max(0, this.#parts.most - entries.length),
      isWaiting,
      isUnkept,
      isBusy: this.#isArranging || isSending(this.#queue),
    }
  }

  #publish(): void {
    this.#state = this.#currentState()
    for (const notify of this.#listeners) notify()
  }
}
