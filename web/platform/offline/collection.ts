import { createListeners } from '#web/platform/browser/listeners.ts'
import { BrowserStore, type DeviceStore, type StoredRow } from './database.ts'

interface CollectionOptions<Row> {
  store?: DeviceStore<Row>
  /** Returns the keys of rows to delete so that there is room for others. */
  keysToEvict?: (rows: readonly Row[]) => string[]
}

/**
 * Rows of one kind in this tab: shown at once, stored on the device and shared with the other tabs. Rows that
 * the device does not take last as long as this page.
 */
export class Collection<Row extends StoredRow> {
  readonly #name: string
  readonly #options: CollectionOptions<Row>
  readonly #store: DeviceStore<Row>
  readonly #listeners = createListeners()
  /**
   * Rows that are not on the device, because they are being written or there is no room; undefined for
   * deleted rows.
   */
  readonly #unstored = new Map<string, Row | undefined>()
  readonly #writing = new Set<string>()
  #stored = new Map<string, Row>()
  #rows: readonly Row[] = []
  #loading: Promise<void> | undefined
  #channel: BroadcastChannel | undefined
  #isLoaded = false

  constructor(name: string, options: CollectionOptions<Row> = {}) {
    this.#name = name
    this.#options = options
    this.#store = options.store ?? new BrowserStore<Row>(name)
  }

  /** Reads the device once. Until then, `rows` has only what this tab wrote. */
  load(): Promise<void> {
    this.#loading ??= this.#begin()
    return this.#loading
  }

  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** Returns the same array until something changes. */
  readonly rows = (): readonly Row[] => this.#rows

  get(key: string): Row | undefined {
    return this.#unstored.has(key) ? this.#unstored.get(key) : this.#stored.get(key)
  }

  /**
   * Calls the listener after every change, including those of other tabs. Returns a function that removes it.
   */
  readonly subscribe = this.#listeners.add

  isWriting(key: string): boolean {
    return this.#writing.has(key)
  }

  /** True if the row would be lost when this page closes. */
  isUnstored(key: string): boolean {
    return !this.#writing.has(key) && this.#unstored.get(key) !== undefined
  }

  /** Resolves to false if the device did not take the row. */
  async put(row: Row): Promise<boolean> {
    const { key } = row
    this.#unstored.set(key, row)
    this.#writing.add(key)
    this.#changed()
    const isStored = await this.#store.put(row).then(
      () => true,
      () => false,
    )
    // The row was written again in the meantime, and that call continues.
    if (this.#unstored.get(key) !== row) return isStored
    this.#writing.delete(key)
    if (isStored) this.#settle(key, row)
    this.#changed()
    if (isStored) this.#announce()
    const evicted = this.#options.keysToEvict?.(this.#rows) ?? []
    if (evicted.length > 0) await this.delete(evicted)
    return isStored
  }

  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    for (const key of keys) {
      this.#unstored.set(key, undefined)
      this.#writing.delete(key)
    }
    this.#changed()
    try {
      await this.#store.delete(keys)
      for (const key of keys) if (this.#unstored.get(key) === undefined) this.#settle(key, undefined)
      this.#announce()
    } catch {
      // If the device refuses, most likely nothing is stored either; this page at least does not show the
      // rows again.
    }
  }

  async deleteWhere(isUnwanted: (row: Row) => boolean): Promise<void> {
    await this.load()
    await this.delete(this.#rows.filter(isUnwanted).map(({ key }) => key))
  }

  async reload(): Promise<void> {
    await this.load()
    await this.#read()
  }

  async #begin(): Promise<void> {
    if (typeof BroadcastChannel !== 'undefined') {
      this.#channel = new BroadcastChannel(`sankofa.${this.#name}`)
      this.#channel.addEventListener('message', () => void this.#read())
    }
    await this.#read()
  }

  async #read(): Promise<void> {
    const rows = await this.#store.all().catch(() => undefined)
    if (rows) this.#stored = new Map(rows.map((row) => [row.key, row]))
    this.#isLoaded = true
    this.#changed()
  }

  #settle(key: string, row: Row | undefined): void {
    this.#unstored.delete(key)
    if (row) this.#stored.set(key, row)
    else this.#stored.delete(key)
  }

  #changed(): void {
    const all = new Map<string, Row | undefined>([...this.#stored, ...this.#unstored])
    this.#rows = [...all.values()].filter((row) => row !== undefined)
    this.#listeners.call()
  }

  #announce(): void {
    this.#channel?.postMessage('changed')
  }
}
