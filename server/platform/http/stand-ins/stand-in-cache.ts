import {
  createLoadingCache,
  type LoadingCache,
  type LoadingCacheOptions,
} from '#server/platform/cache/loading-cache.ts'
import { outageOf } from '#server/platform/errors/outage.ts'
import type { StandIns } from './stand-ins.ts'

/** After a failure, content that has a stand-in is not loaded for this long. */
const OUTAGE_MS = 5000

interface WithKeys {
  /** Surrogate keys, which takedowns use to find it. */
  keys: readonly string[]
}

export interface StandInCacheOptions<Value, Change> extends LoadingCacheOptions<Value, Change> {
  standIns: StandIns
  /** Distinguishes its keys on the disk from those of other caches and builds. */
  name: string
  /** True for a value that only reports that loading failed. */
  isUnavailable?: (value: Value) => boolean
  /** True for a value that reports that the content no longer exists. */
  isNotFound?: (value: Value) => boolean
  /** JSON for the disk; `fromContent` is the reverse. */
  toContent: (value: Value) => unknown
  fromContent: (content: unknown) => Value
}

export interface Found<Value> {
  value: Value
  how: 'fresh' | 'stale' | 'loaded' | 'standIn'
  /** Age of a stand-in. */
  staleSeconds?: number
}

/** Finds earlier content that may be shown. */
function createFormerContent<Value extends WithKeys, Change>(
  values: LoadingCache<Value, Change>,
  { standIns, name, fromContent, now = Date.now }: StandInCacheOptions<Value, Change>,
) {
  function inMemory(key: string) {
    const stored = values.find(key)
    if (!stored) return undefined
    const { value, state, ageMs } = stored
    const loadedAt = now() - ageMs
    const isUsable = state === 'fresh' || standIns.isUsable({ loadedAt, keys: value.keys })
    return isUsable ? { value, state, loadedAt } : undefined
  }

  async function onDisk(key: string) {
    const stored = await standIns.find(name + key)
    return stored && { value: fromContent(stored.content), loadedAt: stored.loadedAt }
  }

  async function standIn(key: string): Promise<Found<Value> | undefined> {
    const former = inMemory(key) ?? (await onDisk(key))
    if (!former) return undefined
    const { value, loadedAt } = former
    return { value, how: 'standIn', staleSeconds: Math.floor((now() - loadedAt) / 1000) }
  }

  return { inMemory, standIn }
}

/** Loads content for this process and the others. */
const createLoader =
  <Value extends WithKeys, Change>(
    values: LoadingCache<Value, Change>,
    options: StandInCacheOptions<Value, Change>,
  ) =>
  (key: string, loadValue: () => Promise<Value>): Promise<Value> => {
    const { standIns, name, toContent, now = Date.now } = options
    const { isStored = () => true, isNotFound = () => false } = options
    return values.renew(key, async () => {
      const loadedAt = now()
      const value = await loadValue()
      if (isNotFound(value)) {
        values.delete(key)
        standIns.forget(name + key)
      }
      if (isStored(value))
        standIns.store(name + key, { loadedAt, keys: value.keys, content: () => toContent(value) })
      return value
    })
  }

/**
 * A cache of public content. While content cannot be loaded, for example because the database is unreachable, old
 * content is shown, even if `clear` has outdated it: from memory, or content of another process from the disk. It never
 * shows content that a moderator or its owner has removed.
 */
export function createStandInCache<Value extends WithKeys, Change>(
  options: StandInCacheOptions<Value, Change>,
) {
  const { isUnavailable = () => false, now = Date.now } = options
  const values = createLoadingCache<Value, Change>(options)
  const load = createLoader(values, options)
  const { inMemory, standIn } = createFormerContent(values, options)
  let retryAt = 0

  async function loadOrStandIn(key: string, loadValue: () => Promise<Value>): Promise<Found<Value>> {
    const early = now() < retryAt ? await standIn(key) : undefined
    if (early) return early
    try {
      const value = await load(key, loadValue)
      if (!isUnavailable(value)) return { value, how: 'loaded' }
      retryAt = now() + OUTAGE_MS
      return (await standIn(key)) ?? { value, how: 'loaded' }
    } catch (error) {
      if (!outageOf(error)) throw error
      retryAt = now() + OUTAGE_MS
      const former = await standIn(key)
      if (!former) throw error
      return former
    }
  }

  return {
    async get(key: string, loadValue: () => Promise<Value>): Promise<Found<Value>> {
      const former = inMemory(key)
      if (!former || former.state === 'expired') return loadOrStandIn(key, loadValue)
      // A failed renewal keeps the stale value.
      if (former.state === 'stale') load(key, loadValue).catch(() => undefined)
      return { value: former.value, how: former.state }
    },
    fresh(key: string): Value | undefined {
      const stored = values.find(key)
      return stored?.state === 'fresh' ? stored.value : undefined
    },
    /** Expires everything, or the content that a change may have outdated. */
    clear(change?: Change) {
      values.clear(change)
      retryAt = 0
    },
  }
}
