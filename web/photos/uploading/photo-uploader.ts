import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'
import { whenPhotos } from './await-photos.ts'
import { type ChosenFiles, choosePhotoFiles, type SkippedFile } from '#web/photos/picking/check-photo-file.ts'
import { LocalPhotos } from '#web/photos/local-photos.ts'
import {
  isSending,
  moveItem,
  photoKey,
  type PhotosState,
  photosState,
  type Upload,
  wantedOrder,
  withSent,
} from '#web/photos/photo-entries.ts'
import type { PhotoUploaderOptions } from './photo-uploader-options.ts'
import { groupPerson, type UnsentPhoto } from './unsent-photos.ts'
import { catchError, failureMessage } from './upload-failure.ts'
import { createPhotoQueue, groupPhotos, type PhotoQueue, toUpload } from './uploads.ts'

const POLL_MS = 800
const POLL_AFTER_FAILURE_MS = 4000

const keysOf = (some: readonly { key: string }[]) => some.map(({ key }) => key)

/** Sends photos one by one, stores them over a reload, and follows their preparation by the server. */
export class PhotoUploader {
  readonly #options: PhotoUploaderOptions
  readonly #local: LocalPhotos
  readonly #listeners = createListeners()
  readonly #removing = new Set<string>()
  /** Keys of photos that were removed while they were sent: the server may have them nevertheless. */
  readonly #unwanted = new Set<string>()
  #queue: PhotoQueue | undefined
  /** Photos added before the photos of an earlier visit were loaded. */
  readonly #early: UnsentPhoto[] = []
  #photos: readonly OwnPhoto[]
  #uploads: readonly Upload[] = []
  #order: readonly string[] = []
  #skipped: readonly SkippedFile[] = []
  #problem: string | null = null
  #arranging: Promise<void> | undefined
  /** Number of changes to the server's photos; a list requested before the last one is outdated. */
  #changes = 0
  #isOpen = false
  #poll: ReturnType<typeof setTimeout> | undefined
  #state: PhotosState

  constructor(options: PhotoUploaderOptions) {
    const { group, reduce, rows } = options
    this.#options = options
    this.#photos = options.photos
    this.#local = new LocalPhotos({ group, reduce, rows, onPreview: () => this.#publish() })
    this.#state = this.#currentState()
  }

  readonly subscribe = this.#listeners.add
  readonly read = (): PhotosState => this.#state

  /** Starts to send, beginning with the unsent photos of an earlier visit. */
  async open(): Promise<void> {
    const { group, rows, orders } = this.#options
    this.#isOpen = true
    this.#local.open()
    addEventListener('online', this.#resume)
    this.#pollLater()
    await Promise.all([rows.load(), orders.load()])
    if (!this.#isOpen) return
    const sent = new Set(this.#photos.map(photoKey))
    const known = groupPhotos(this.#options)
    void rows.delete(keysOf(known).filter((key) => sent.has(key)))
    const unsent = known.filter(({ key }) => !sent.has(key))
    const [early, order] = [this.#early.splice(0), orders.get(group)?.order ?? []]
    if (unsent.length > 0) this.#order = [...order, ...keysOf(early)]
    for (const photo of unsent) void this.#local.prepare(photo)
    this.#queue = this.#newQueue()
    // A photo that was refused at an earlier visit may be accepted now.
    void this.#queue.add(...unsent.filter(({ delivery }) => delivery === 'refused'), ...early)
    this.#follow(this.#queue)
  }

  close(): void {
    this.#isOpen = false
    removeEventListener('online', this.#resume)
    clearTimeout(this.#poll)
    this.#queue?.close()
    this.#local.close()
  }

  add(files: Iterable<File>): ChosenFiles<File> {
    const { most, tooMany } = this.#options
    const room = most - this.#state.entries.length
    const chosen = choosePhotoFiles(files, { taken: this.#local.sources(), room, tooMany })
    this.#skipped = chosen.skipped
    this.#problem = null
    const photos = chosen.accepted.map((file) => this.#local.fromFile(file))
    this.#send(photos, keysOf([...this.#state.entries, ...photos]))
    return chosen
  }

  /** Puts an edited picture at the position of a photo. */
  replace(key: string, file: Blob): void {
    const entry = this.#entry(key)
    if (!entry) return
    const replaces = entry.id ?? this.#uploads.find((upload) => upload.key === key)?.replaces ?? null
    const photo = this.#local.fromEdited(file, { name: entry.name, replaces })
    const order = this.#state.entries.map((other) => (other.key === key ? photo.key : other.key))
    if (!entry.id) this.#drop(key)
    this.#send([photo], order)
  }

  async remove(key: string): Promise<void> {
    const entry = this.#entry(key)
    if (!entry || entry.isRemoving) return
    this.#problem = null
    if (entry.id) await this.#removeStored(entry.id)
    else this.#drop(key)
    this.#changed()
  }

  /** Deletes everything unsent, in this tab and on this device. */
  discard(): void {
    const { group, rows, orders } = this.#options
    const keys = keysOf(groupPhotos(this.#options))
    for (const key of keys) this.#local.drop(key)
    void rows.delete(keys)
    void orders.delete([group])
  }

  retry(key: string): void {
    const photo = this.#options.rows.get(key)
    // All other waiting photos are tried as well.
    if (photo) void this.#queue?.add(photo).then(() => this.#queue?.flush())
  }

  /** Moves a photo to a position counted from 0. */
  move(key: string, position: number): void {
    const keys = keysOf(this.#state.entries)
    this.#problem = null
    this.#want(moveItem(keys, keys.indexOf(key), position))
  }

  dismissSkipped(): void {
    this.#skipped = []
    this.#publish()
  }

  async refresh(): Promise<void> {
    const changes = this.#changes
    const photos = await this.#options.list()
    if (changes === this.#changes) this.#adopt(photos)
    else await this.refresh()
  }

  /** Resolves when no photo is being sent or waits any more; photos that failed for good stay. */
  settled(): Promise<void> {
    return whenPhotos(this, ({ isBusy }) => !isBusy)
  }

  /** The local file, while this tab has it. */
  localFile = (key: string): Promise<Blob> | undefined => this.#local.file(key)

  readonly #resume = () => void this.#queue?.flush()

  #newQueue(): PhotoQueue {
    const { send } = this.#options
    const queue = createPhotoQueue(this.#options, {
      send: async (photo, sending) => {
        const file = await this.#local.prepare(photo)
        await this.#arranging
        sending.signal.throwIfAborted()
        return send(photo, file, sending)
      },
      onSent: ({ replaces }, sent) => {
        this.#changes += 1
        this.#adopt(withSent(this.#photos, sent, replaces))
      },
    })
    queue.subscribe(() => this.#follow(queue))
    return queue
  }

  #send(photos: readonly UnsentPhoto[], order: readonly string[]): void {
    for (const photo of photos) void this.#local.prepare(photo)
    if (this.#queue) void this.#queue.add(...photos)
    else this.#early.push(...photos)
    this.#want(order)
  }

  /** Shows the queue's current state. A photo that another tab sent is now one of the server's. */
  #follow(queue: PhotoQueue): void {
    const uploads = queue.items().map(toUpload)
    const known = new Set([...uploads.map(({ key }) => key), ...this.#photos.map(photoKey)])
    const isElsewhere = this.#uploads.some(({ key }) => !known.has(key) && this.#local.has(key))
    this.#uploads = uploads
    this.#changed()
    if (isElsewhere && this.#isOpen) this.refresh().catch(() => undefined)
  }

  #want(order: readonly string[]): void {
    const { group, rows, orders } = this.#options
    this.#order = order
    // The server stores the order of its own photos.
    if (order.some((key) => rows.get(key)))
      void orders.put({ key: group, personId: groupPerson(group), order })
    this.#changed()
  }

  #entry(key: string) {
    return this.#state.entries.find((entry) => entry.key === key)
  }

  /** Sends the order if it is due, and publishes the state. */
  #changed(): void {
    this.#arrange()
    this.#publish()
  }

  #adopt(photos: readonly OwnPhoto[]): void {
    const unwanted = photos.filter((own) => this.#unwanted.has(photoKey(own)))
    this.#photos = photos.filter((own) => !unwanted.includes(own))
    const { remove, rows } = this.#options
    for (const { id } of unwanted) void remove(id).catch(() => undefined)
    void rows.delete(this.#photos.map(photoKey).filter((key) => rows.get(key)))
    for (const own of this.#photos) if (own.state === 'ready') this.#local.dropPreview(photoKey(own))
    this.#changed()
    this.#pollLater()
  }

  #pollLater(pauseMs = POLL_MS): void {
    clearTimeout(this.#poll)
    if (!this.#isOpen || !this.#photos.some(({ state }) => state === 'preparing')) return
    const again = () => this.#pollLater(POLL_AFTER_FAILURE_MS)
    this.#poll = setTimeout(() => void this.refresh().catch(again), pauseMs)
  }

  /** Deletes a photo that, as far as this tab knows, the server does not have. */
  #drop(key: string): void {
    const upload = this.#uploads.find((one) => one.key === key)
    const replaced = this.#photos.find(({ id }) => id === upload?.replaces)
    if (replaced) this.#order = this.#order.map((one) => (one === key ? photoKey(replaced) : one))
    this.#unwanted.add(key)
    this.#local.drop(key)
    // The other photos waited for this one alone.
    void this.#queue?.delete(key).then(() => upload?.isWaiting && this.#resume())
    const mayHaveArrived = upload?.progress === 1 || upload?.isWaiting || upload?.state === 'error'
    if (mayHaveArrived) this.refresh().catch(() => undefined)
  }

  async #removeStored(id: string): Promise<void> {
    this.#removing.add(id)
    this.#publish()
    const failure = await catchError(this.#options.remove(id))
    this.#removing.delete(id)
    // Someone deleted it already, as on another device: the result is the same.
    const isDeleted = failure === undefined || statusOf(failure) === 404
    if (isDeleted) this.#photos = this.#photos.filter((own) => own.id !== id)
    else this.#problem = failureMessage(failure)
    this.#changes += Number(isDeleted)
  }

  /** Sends the order once all photos have been sent. */
  #arrange(): void {
    const ids = wantedOrder(this.#photos, this.#order)
    const { arrange } = this.#options
    if (!this.#isOpen || !ids || !arrange || this.#arranging || isSending(this.#uploads)) return
    this.#arranging = this.#sendOrder(arrange(ids)).finally(() => {
      this.#arranging = undefined
      this.#changed()
    })
  }

  async #sendOrder(arranging: Promise<readonly OwnPhoto[]>): Promise<void> {
    try {
      this.#photos = await arranging
      this.#changes += 1
    } catch (error) {
      this.#problem = failureMessage(error)
      this.#order = []
      // Most likely the server's photos have changed elsewhere.
      await this.refresh().catch(() => undefined)
    }
  }

  #currentState(): PhotosState {
    const [photos, uploads, order, removing] = [this.#photos, this.#uploads, this.#order, this.#removing]
    const [skipped, problem, previews] = [this.#skipped, this.#problem, this.#local.previews]
    const { most, rows } = this.#options
    const isArranging = this.#arranging !== undefined
    const isUnstored = uploads.some(({ key }) => rows.isUnstored(key))
    const shown = { photos, uploads, order, removing, previews }
    return photosState({ ...shown, most, skipped, problem, isArranging, isUnstored })
  }

  #publish(): void {
    this.#state = this.#currentState()
    this.#listeners.call()
  }
}
