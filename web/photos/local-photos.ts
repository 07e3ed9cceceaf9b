import type { PhotoFile } from './check-photo-file.ts'
import type { ReducedPhoto } from './draw-photo.ts'
import type { KeptFile, KeptFiles } from './kept-files.ts'
import type { NewUpload } from './upload-queue.ts'

export type Reduce = (file: Blob) => Promise<ReducedPhoto>

interface LocalPhoto {
  source: PhotoFile | null
  /** What is sent. */
  file: Promise<Blob>
}

interface LocalPhotosParts {
  keepUnder: string
  reduce: Reduce
  kept: KeptFiles
}

type NewFile = Omit<KeptFile, 'group'>

const aboutFile = ({ name, type, size, lastModified }: File): PhotoFile => ({
  name,
  type,
  size,
  lastModified,
})
const uploadOf = ({ key, name, replaces }: NewFile): NewUpload => ({ key, name, replaces })

/** The files of photos that were chosen here: reduced one at a time, kept until sent, with small previews. */
export class LocalPhotos {
  readonly #parts: LocalPhotosParts
  readonly #onChange: () => void
  readonly #photos = new Map<string, LocalPhoto>()
  readonly #previews = new Map<string, string>()
  readonly #sent = new Set<string>()
  /** This device has no room for them: gone when the page is. */
  readonly #unkept = new Set<string>()
  #lastReduced: Promise<unknown> = Promise.resolve()
  /** One after the other, so that nothing is kept once it was forgotten. */
  #lastKept: Promise<unknown> = Promise.resolve()
  #lastTime = 0
  #isOpen = false

  constructor(parts: LocalPhotosParts, onChange: () => void) {
    this.#parts = parts
    this.#onChange = onChange
  }

  get previews(): ReadonlyMap<string, string> {
    return this.#previews
  }

  /** Whether a photo that is not sent yet would be gone with this page. */
  hasUnkept(): boolean {
    return [...this.#unkept].some((key) => this.#isUnsent(key))
  }

  /** The files that are there already, to know them again. */
  sources(): PhotoFile[] {
    return [...this.#photos.values()].flatMap(({ source }) => source ?? [])
  }

  file(key: string): Promise<Blob> | undefined {
    return this.#photos.get(key)?.file
  }

  add(file: File): NewUpload {
    return this.#take({
      key: crypto.randomUUID(),
      name: file.name,
      replaces: null,
      file,
      source: aboutFile(file),
      isPrepared: false,
      keptAt: this.#now(),
    })
  }

  addEdited(file: Blob, { name, replaces }: Omit<NewUpload, 'key'>): NewUpload {
    const key = crypto.randomUUID()
    return this.#take({ key, name, replaces, file, source: null, isPrepared: true, keptAt: this.#now() })
  }

  /** Begins with what an earlier visit chose and did not send, and the order that it wanted. */
  async open(sentKeys: readonly string[]) {
    const { kept, keepUnder } = this.#parts
    this.#isOpen = true
    const { files, order } = await kept.keptUnder(keepUnder)
    this.#forget(files.map(({ key }) => key).filter((key) => sentKeys.includes(key)))
    const unsent = files.filter(({ key }) => !sentKeys.includes(key) && !this.#photos.has(key))
    return { uploads: unsent.map((file) => this.#take(file)), order: unsent.length > 0 ? order : [] }
  }

  /** Keeps the order as long as something is not sent yet. */
  keepOrder(order: readonly string[]): void {
    const { kept, keepUnder } = this.#parts
    this.#keeping(async () => {
      if (order.some((key) => this.#isUnsent(key))) await kept.keepOrder(keepUnder, order)
    })
  }

  close(): void {
    this.#isOpen = false
    for (const key of this.#previews.keys()) this.dropPreview(key)
  }

  /** The server has these. */
  sent(keys: readonly string[]): void {
    const news = keys.filter((key) => this.#photos.has(key) && !this.#sent.has(key))
    for (const key of news) this.#sent.add(key)
    this.#forget(news)
  }

  drop(key: string): void {
    this.#photos.delete(key)
    this.dropPreview(key)
    this.#forget([key])
  }

  /** Drops all of them, also what an earlier visit left. */
  discard(): void {
    for (const key of this.#photos.keys()) this.dropPreview(key)
    this.#photos.clear()
    this.#keeping(() => this.#parts.kept.forgetGroup(this.#parts.keepUnder))
  }

  dropPreview(key: string): void {
    const address = this.#previews.get(key)
    if (address) URL.revokeObjectURL(address)
    this.#previews.delete(key)
  }

  /** Files chosen together keep their order. */
  #now(): number {
    this.#lastTime = Math.max(this.#lastTime + 1, Date.now())
    return this.#lastTime
  }

  #isUnsent(key: string): boolean {
    return this.#photos.has(key) && !this.#sent.has(key)
  }

  #keeping(work: () => Promise<void>): void {
    this.#lastKept = this.#lastKept.then(work)
  }

  #keep(chosen: NewFile): void {
    const { kept, keepUnder } = this.#parts
    this.#keeping(async () => {
      const { key } = chosen
      if (!this.#isUnsent(key)) return
      try {
        await kept.keep({ ...chosen, group: keepUnder })
        this.#unkept.delete(key)
      } catch {
        this.#unkept.add(key)
      }
      this.#onChange()
    })
  }

  #forget(keys: readonly string[]): void {
    if (keys.length > 0) this.#keeping(() => this.#parts.kept.forget(keys))
  }

  #take(chosen: NewFile): NewUpload {
    const file = this.#lastReduced.then(() => this.#reduced(chosen))
    this.#lastReduced = file
    this.#photos.set(chosen.key, { source: chosen.source, file })
    this.#keep(chosen)
    return uploadOf(chosen)
  }

  async #reduced(chosen: NewFile): Promise<Blob> {
    const { key } = chosen
    const isWanted = () => this.#isOpen && this.#photos.has(key)
    if (!isWanted()) return chosen.file
    const reduced = await this.#parts.reduce(chosen.file)
    if (!isWanted()) return chosen.file
    // A small picture alone: several whole ones on the screen would fill a phone's memory.
    if (reduced.preview) this.#previews.set(key, URL.createObjectURL(reduced.preview))
    this.#onChange()
    if (chosen.isPrepared) return chosen.file
    this.#keep({ ...chosen, file: reduced.file, isPrepared: true })
    return reduced.file
  }
}
