import { LRUCache } from 'lru-cache'

interface Entry<Value> {
  value: Value
  loadedAt: number
  generation: number
}

export interface StoredValue<Value> {
  value: Value
  ageMs: number
  /** Fresh needs no renewal, stale is served while it is renewed, expired is served only in emergencies. */
  state: 'fresh' | 'stale' | 'expired'
}

interface LoadingCacheOptions<Value> {
  max: number
  freshMs: number | ((value: Value) => number)
  /** How long a value is stale after it was fresh. */
  staleMs?: number
  /** Other values are returned, but not stored. */
  isStored?: (value: Value) => boolean
  groupOf?: (key: string) => string
  /** Stored values that `clear` leaves as they are. */
  survivesClear?: (value: Value) => boolean
  now?: () => number
}

export interface LoadingCache<Value> {
  get(key: string, load: () => Promise<Value>): Promise<Value>
  find(key: string): StoredValue<Value> | undefined
  /** Loads anew, once for all callers at the same time. */
  renew(key: string, load: () => Promise<Value>): Promise<Value>
  delete(key: string): void
  /** Everything, or everything of a group, is expired from now on, also what is being loaded, but for what `survivesClear`. */
  clear(group?: string): void
}

/** The least recently used entries leave first; failures are not stored, and leave a stale value in place. */
export function createLoadingCache<Value>(options: LoadingCacheOptions<Value>): LoadingCache<Value> {
  const { max, freshMs, staleMs = 0, isStored = () => true, now = Date.now } = options
  const { survivesClear = () => false, groupOf = () => '' } = options
  const entries = new LRUCache<string, Entry<Value>>({ max })
  const loading = new Map<string, Promise<Value>>()
  let clearings = 0
  const clearingsOf = new Map<string, number>()
  const generationOf = (key: string) => clearings + (clearingsOf.get(groupOf(key)) ?? 0)

  function stateOf(key: string, entry: Entry<Value>, ageMs: number): StoredValue<Value>['state'] {
    if (entry.generation !== generationOf(key) && !survivesClear(entry.value)) return 'expired'
    const freshForMs = typeof freshMs === 'number' ? freshMs : freshMs(entry.value)
    if (ageMs < freshForMs) return 'fresh'
    return ageMs < freshForMs + staleMs ? 'stale' : 'expired'
  }

  function find(key: string): StoredValue<Value> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    const ageMs = now() - entry.loadedAt
    return { value: entry.value, ageMs, state: stateOf(key, entry, ageMs) }
  }

  async function loadAndStore(key: string, load: () => Promise<Value>): Promise<Value> {
    const began = { loadedAt: now(), generation: generationOf(key) }
    const value = await load()
    if (began.generation === generationOf(key) && isStored(value)) entries.set(key, { value, ...began })
    return value
  }

  function renew(key: string, load: () => Promise<Value>): Promise<Value> {
    const running = loading.get(key)
    if (running) return running
    const started = loadAndStore(key, load).finally(() => {
      if (loading.get(key) === started) loading.delete(key)
    })
    loading.set(key, started)
    return started
  }

  return {
    find,
    renew,
    async get(key, load) {
      const stored = find(key)
      if (!stored || stored.state === 'expired') return renew(key, load)
      if (stored.state === 'stale') renew(key, load).catch(() => undefined)
      return stored.value
    },
    delete: (key) => void entries.delete(key),
    clear(group) {
      if (group === undefined) clearings += 1
      else clearingsOf.set(group, (clearingsOf.get(group) ?? 0) + 1)
      loading.clear()
    },
  }
}
