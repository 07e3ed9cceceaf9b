import { canBeStored } from './request-kind.ts'
import { withStoredAt } from './stale.ts'

/**
 * Maximum entries of each cache; the oldest are deleted first. The build decides how many assets there are.
 */
const MAX_ENTRIES = { pages: 60, api: 100, photos: 150 } as const

/** Caches for what a person opened; `pages`, `assets` and `api` belong to one build of the site. */
export type StoredKind = 'pages' | 'assets' | 'api' | 'photos'

const BUILD_CACHE = /^(?:pages|assets|api)-(.+)$/

export interface StoredReplies {
  /** The reply stored by this build, otherwise by the one before. */
  find(kind: StoredKind, request: Request | string): Promise<Response | undefined>
  /** Stores the copy, whose body it consumes, if that is allowed; on a full device the copy is dropped. */
  store(kind: StoredKind, request: Request | string, copy: Response): Promise<void>
  /** Fetches and stores all of them, or fails. */
  storeAll(requests: Request[]): Promise<void>
  /** Deletes the caches of builds older than the previous one. */
  forgetOldBuilds(): Promise<void>
}

/**
 * The caches that no page needs any more; `names` are in the order of creation. Those of the previous build
 * stay, because an open page may still load a chunk of it.
 */
export function outdatedCaches(names: readonly string[], build: string): string[] {
  const buildOf = (name: string) => BUILD_CACHE.exec(name)?.[1]
  // Every build creates its assets first; the other caches are made when they are needed.
  const builds = names.filter((name) => name.startsWith('assets-')).map(buildOf)
  const previous = builds.findLast((other) => other !== build)
  return names.filter((name) => {
    const owner = buildOf(name)
    return owner !== undefined && owner !== build && owner !== previous
  })
}

export function createStoredReplies(build: string, caches: CacheStorage): StoredReplies {
  const trimming = new Set<string>()
  const nameOf = (kind: StoredKind) => (kind === 'photos' ? kind : `${kind}-${build}`)

  async function trim(kind: StoredKind, cache: Cache) {
    if (kind === 'assets' || trimming.has(kind)) return
    trimming.add(kind)
    try {
      const keys = await cache.keys()
      for (const key of keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES[kind]))) await cache.delete(key)
    } finally {
      trimming.delete(kind)
    }
  }

  async function store(kind: StoredKind, request: Request | string, copy: Response) {
    if (!canBeStored(copy)) return
    try {
      const cache = await caches.open(nameOf(kind))
      await cache.put(request, kind === 'pages' || kind === 'api' ? withStoredAt(copy) : copy)
      await trim(kind, cache)
    } catch {
      // The device is full or forbids storage.
    }
  }

  return {
    store,
    async find(kind, request) {
      const own = await caches.match(request, { cacheName: nameOf(kind), ignoreVary: true })
      if (own || kind === 'photos') return own
      for (const name of (await caches.keys()).toReversed()) {
        if (!name.startsWith(`${kind}-`)) continue
        const earlier = await caches.match(request, { cacheName: name, ignoreVary: true })
        if (!earlier) continue
        // Pages and calls stay with the build whose files they need.
        if (kind === 'assets') await store(kind, request, earlier.clone())
        return earlier
      }
      return undefined
    },
    async storeAll(requests) {
      const cache = await caches.open(nameOf('assets'))
      await cache.addAll(requests)
    },
    async forgetOldBuilds() {
      const outdated = outdatedCaches(await caches.keys(), build)
      await Promise.all(outdated.map((name) => caches.delete(name)))
    },
  }
}
