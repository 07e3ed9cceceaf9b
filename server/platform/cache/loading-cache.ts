import { LRUCache } from 'lru-cache'
import { createClearings } from './clearings.ts'

interface Entry<Value> {
  value: Value
  loadedAt: number
  /** Of all clearings, the first so many leave it as it is. */
  seen: number
}

export interface StoredValue<Value> {
  value: Value
  ageMs: number
  /** Fresh needs no renewal, stale is served while it is renewed, expired is served only in emergencies. */
  state: 'fresh' | 'stale' | 'expired'
}

export interface LoadingCacheOptions<Value, Change> {
  max: number
  freshMs: number | ((value: Value) => number)
  /** How long a value is stale after it was fresh. */
  staleMs?: (key: string) => number
  /** Other values are returned, but not stored. */
  isStored?: (value: Value) => boolean
  /** Whether a change given to `clear` may concern a key; without this, each does. */
  mayOutdate?: (key: string, change: Change) => boolean
  /**
   * `at` is the moment before which `clear` was given every change: what none of them outdated is as fresh as what was
   * loaded then, until it is `forMs` old.
   */
  confirmed?: { at: () => number; forMs: number }
  /** Stored values that `clear` leaves as they are. */
  survivesClear?: (value: Value) => boolean
  now?: () => number
}

export interface LoadingCache<Value, Change = never> {
  get(key: string, load: () => Promise<Value>): Promise<Value>
  find(key: string): StoredValue<Value> | undefined
  /** Loads anew, once for all callers at the same time. */
  renew(key: string, load: () => Promise<Value>): Promise<Value>
  delete(key: string): void
  /** Everything, or what a change may have outdated, is expired from now on, also what is being loaded, but for what `survivesClear`. */
  clear(change?: Change): void
}

type Lifetime<Value> = Pick<LoadingCacheOptions<Value, never>, 'freshMs' | 'confirmed'>

/** For how many milliseconds a value is fresh, as far as is known at `moment`. */
function lifetimeOf<Value>(value: Value, { freshMs, confirmed }: Lifetime<Value>, moment: number): number {
  const ownMs = typeof freshMs === 'number' ? freshMs : freshMs(value)
  return confirmed && moment - confirmed.at() < ownMs ? confirmed.forMs : ownMs
}

/** The least recently used entries leave first; failures are not stored, and leave a stale value in place. */
export function createLoadingCache<Value, Change = never>(
  options: LoadingCacheOptions<Value, Change>,
): LoadingCache<Value, Change> {
  const { max, staleMs = () => 0, now = () => Date.now() } = options
  const { isStored = () => true, survivesClear = () => false, mayOutdate = () => true } = options
  const entries = new LRUCache<string, Entry<Value>>({ max })
  const loading = new Map<string, Promise<Value>>()
  const clearings = createClearings(mayOutdate)

  function stateOf(key: string, entry: Entry<Value>, ageMs: number): StoredValue<Value>['state'] {
    const freshForMs = lifetimeOf(entry.value, options, now())
    if (ageMs >= freshForMs + staleMs(key)) return 'expired'
    if (!survivesClear(entry.value)) {
      if (clearings.outdate(key, entry.seen)) return 'expired'
      entry.seen = clearings.count()
    }
    return ageMs < freshForMs ? 'fresh' : 'stale'
  }

  function find(key: string): StoredValue<Value> | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    const ageMs = now() - entry.loadedAt
    return { value: entry.value, ageMs, state: stateOf(key, entry, ageMs) }
  }

  async function loadAndStore(key: string, load: () => Promise<Value>): Promise<Value> {
    const began = { loadedAt: now(), seen: clearings.count() }
    const value = await load()
    if (!clearings.outdate(key, began.seen) && isStored(value)) entries.set(key, { value, ...began })
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
    clear(change) {
      clearings.add(change)
      for (const key of loading.keys())
        if (change === undefined || mayOutdate(key, change)) loading.delete(key)
    },
  }
}
