import { LRUCache } from 'lru-cache'
import { createInvalidations } from './invalidations.ts'

interface Entry<Value> {
  value: Value
  loadedAt: number
  /** Number of invalidations this entry has already been checked against. */
  seen: number
}

export interface StoredValue<Value> {
  value: Value
  ageMs: number
  /**
   * A fresh value needs no renewal, a stale one is served while it is renewed, an expired one is served only in
   * emergencies.
   */
  state: 'fresh' | 'stale' | 'expired'
}

export interface LoadingCacheOptions<Value, Change> {
  max: number
  freshMs: number | ((value: Value) => number)
  /** How long a value that is no longer fresh counts as stale. */
  staleMs?: (key: string) => number
  /** Values for which this is false are returned but not stored. */
  isStored?: (value: Value) => boolean
  /** True if a change passed to `clear` may concern a key. Default: every change does. */
  canOutdate?: (key: string, change: Change) => boolean
  /**
   * `at` is the moment until which `clear` has received every change. A value that no change has outdated is as fresh
   * as one loaded at that moment, until it is `forMs` old.
   */
  confirmed?: { at: () => number; forMs: number }
  /** Stored values that `clear` leaves as they are. */
  survivesClear?: (value: Value) => boolean
  now?: () => number
}

export interface LoadingCache<Value, Change = never> {
  get(key: string, load: () => Promise<Value>): Promise<Value>
  find(key: string): StoredValue<Value> | undefined
  /** Reloads a value, once for all callers at the same time. */
  renew(key: string, load: () => Promise<Value>): Promise<Value>
  delete(key: string): void
  /**
   * Expires all values, or those that a change may have outdated, including values being loaded; values that
   * `survivesClear` stay.
   */
  clear(change?: Change): void
}

type Lifetime<Value> = Pick<LoadingCacheOptions<Value, never>, 'freshMs' | 'confirmed'>

/** Milliseconds for which a value is fresh, as far as is known at `moment`. */
function lifetimeOf<Value>(value: Value, { freshMs, confirmed }: Lifetime<Value>, moment: number): number {
  const ownMs = typeof freshMs === 'number' ? freshMs : freshMs(value)
  return confirmed && moment - confirmed.at() < ownMs ? confirmed.forMs : ownMs
}

/**
 * A cache that removes the least recently used entries first. Failures are not stored and leave a stale value as it
 * is.
 */
export function createLoadingCache<Value, Change = never>(
  options: LoadingCacheOptions<Value, Change>,
): LoadingCache<Value, Change> {
  const { max, staleMs = () => 0, now = () => Date.now() } = options
  const { isStored = () => true, survivesClear = () => false, canOutdate = () => true } = options
  const entries = new LRUCache<string, Entry<Value>>({ max })
  const loading = new Map<string, Promise<Value>>()
  const invalidations = createInvalidations(canOutdate)

  function stateOf(key: string, entry: Entry<Value>, ageMs: number): StoredValue<Value>['state'] {
    const freshForMs = lifetimeOf(entry.value, options, now())
    if (ageMs >= freshForMs + staleMs(key)) return 'expired'
    if (!survivesClear(entry.value)) {
      if (invalidations.mayOutdate(key, entry.seen)) return 'expired'
      entry.seen = invalidations.count()
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
    const began = { loadedAt: now(), seen: invalidations.count() }
    const value = await load()
    if (!invalidations.mayOutdate(key, began.seen) && isStored(value)) entries.set(key, { value, ...began })
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
      invalidations.add(change)
      for (const key of loading.keys())
        if (change === undefined || canOutdate(key, change)) loading.delete(key)
    },
  }
}
