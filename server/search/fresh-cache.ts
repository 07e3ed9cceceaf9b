interface Entry<T> {
  at: number
  value: Promise<T>
  /** Set once `value` has come. */
  freshUntil?: number
  renewing: boolean
}

export interface FreshCache<T> {
  /** One `load` at a time per key. A value past its freshness is handed out once more while it is renewed. */
  get(key: string, load: () => Promise<T>): Promise<T>
  clear(): void
}

export interface FreshCacheOptions<T> {
  most: number
  freshMilliseconds: number | ((value: T) => number)
  /** How long after that a value may still be handed out; 0 means never. */
  staleMilliseconds?: number
  now?: () => number
}

/** Bounded; the entry that was asked for longest ago leaves first. */
export function freshCache<T>(options: FreshCacheOptions<T>): FreshCache<T> {
  const { most, freshMilliseconds, staleMilliseconds = 0, now = Date.now } = options
  const entries = new Map<string, Entry<T>>()

  const freshFor = (value: T) =>
    typeof freshMilliseconds === 'number' ? freshMilliseconds : freshMilliseconds(value)

  function start(key: string, load: () => Promise<T>): Entry<T> {
    const entry: Entry<T> = { at: now(), value: load(), renewing: false }
    entry.value.then(
      (value) => (entry.freshUntil = entry.at + freshFor(value)),
      () => entries.get(key) === entry && entries.delete(key),
    )
    return entry
  }

  function renew(key: string, stale: Entry<T>, load: () => Promise<T>) {
    stale.renewing = true
    const entry = start(key, load)
    entry.value.then(
      () => entries.get(key) === stale && entries.set(key, entry),
      () => (stale.renewing = false),
    )
  }

  return {
    get(key, load) {
      let entry = entries.get(key)
      const late = now() - (entry?.freshUntil ?? Infinity)
      if (!entry || late > staleMilliseconds) entry = start(key, load)
      else if (late > 0 && !entry.renewing) renew(key, entry, load)
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > most) entries.delete(entries.keys().next().value as string)
      return entry.value
    },
    clear: () => entries.clear(),
  }
}
