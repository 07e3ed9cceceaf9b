import type { Collection } from '#web/platform/offline/collection.ts'
import type { PhotoFile } from '#web/photos/picking/check-photo-file.ts'
import type { ReducedPhoto } from '#web/photos/picking/draw-photo.ts'
import { groupPerson, type UnsentPhoto } from '#web/photos/uploading/unsent-photos.ts'

export type Reduce = (file: Blob) => Promise<ReducedPhoto>

interface LocalPhoto {
  source: PhotoFile | null
  file: Promise<Blob>
}

interface LocalPhotosOptions {
  group: string
  reduce: Reduce
  rows: Collection<UnsentPhoto>
  onPreview: () => void
}

const aboutFile = ({ name, type, size, lastModified }: File): PhotoFile => ({
  name,
  type,
  size,
  lastModified,
})

/** The files of photos that were chosen here, reduced one at a time, with small previews. */
export class LocalPhotos {
  readonly #options: LocalPhotosOptions
  readonly #photos = new Map<string, LocalPhoto>()
  readonly #previews = new Map<string, string>()
  #lastReduced: Promise<unknown> = Promise.resolve()
  #lastTime = 0
  #isOpen = false

  constructor(options: LocalPhotosOptions) {
    this.#options = options
  }

  get previews(): ReadonlyMap<string, string> {
    return this.#previews
  }

  /** The files chosen so far, to recognise them if they are chosen again. */
  sources(): PhotoFile[] {
    return [...this.#photos.values()].flatMap(({ source }) => source ?? [])
  }

  has(key: string): boolean {
    return this.#photos.has(key)
  }

  file(key: string): Promise<Blob> | undefined {
    return this.#photos.get(key)?.file
  }

  fromFile(file: File): UnsentPhoto {
    return this.#newPhoto({
      name: file.name,
      replaces: null,
      file,
      source: aboutFile(file),
      isPrepared: false,
    })
  }

  fromEdited(file: Blob, { name, replaces }: Pick<UnsentPhoto, 'name' | 'replaces'>): UnsentPhoto {
    return this.#newPhoto({ name, replaces, file, source: null, isPrepared: true })
  }

  /** Starts to reduce a photo; resolves to the file to send. */
  prepare(photo: UnsentPhoto): Promise<Blob> {
    const known = this.#photos.get(photo.key)
    if (known) return known.file
    const file = this.#lastReduced.then(() => this.#reduced(photo))
    this.#lastReduced = file
    this.#photos.set(photo.key, { source: photo.source, file })
    return file
  }

  open(): void {
    this.#isOpen = true
  }

  close(): void {
    this.#isOpen = false
    for (const key of this.#previews.keys()) this.dropPreview(key)
  }

  drop(key: string): void {
    this.#photos.delete(key)
    this.dropPreview(key)
  }

  dropPreview(key: string): void {
    const address = this.#previews.get(key)
    if (address) URL.revokeObjectURL(address)
    this.#previews.delete(key)
  }

  #newPhoto(photo: Pick<UnsentPhoto, 'name' | 'replaces' | 'file' | 'source' | 'isPrepared'>): UnsentPhoto {
    const { group } = this.#options
    this.#lastTime = Math.max(this.#lastTime + 1, Date.now())
    const key = crypto.randomUUID()
    const row = { key, group, personId: groupPerson(group), storedAt: this.#lastTime }
    return { ...photo, ...row, delivery: 'waiting', reason: null }
  }

  async #reduced({ key, file, isPrepared }: UnsentPhoto): Promise<Blob> {
    const { reduce, rows, onPreview } = this.#options
    const isWanted = () => this.#isOpen && this.#photos.has(key)
    if (!isWanted()) return file
    const reduced = await reduce(file)
    if (!isWanted()) return file
    // Only a small picture: several full-size ones on the screen would fill a phone's memory.
    if (reduced.preview) this.#previews.set(key, URL.createObjectURL(reduced.preview))
    onPreview()
    if (isPrepared) return file
    const stored = rows.get(key)
    if (stored) void rows.put({ ...stored, file: reduced.file, isPrepared: true })
    return reduced.file
  }
}
