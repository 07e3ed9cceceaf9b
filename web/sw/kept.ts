import { mayBeKept } from './request-kind.ts'

/** Most entries of each cache; the oldest leave first. Assets of a build are as many as the build has. */
const MOST = { pages: 60, api: 100, photos: 150 } as const

/** Replies that a visitor caused to be kept; `pages`, `assets` and `api` belong to one build of the site. */
export type KeptKind = 'pages' | 'assets' | 'api' | 'photos'

const OF_A_BUILD = /^(?:pages|assets|api)-(.+)$/

export interface Kept {
  /** The reply kept under this build, else under the one before. */
  find(kind: KeptKind, request: Request | string): Promise<Response | undefined>
  /** Keeps the copy, whose body it uses up, when that is allowed; a full device costs only the copy. */
  keep(kind: KeptKind, request: Request | string, copy: Response): Promise<void>
  /** Fetches and keeps all of them, or fails. */
  keepAll(requests: Request[]): Promise<void>
  /** Deletes what belongs to builds older than the one before this. */
  forgetOldBuilds(): Promise<void>
}

/**
 * The caches that no page needs any more, given all names in the order in which the caches were made: an open
 * page may still load a chunk of the build that it came with, hence the previous build's stay.
 */
export function outdatedCaches(names: readonly string[], build: string): string[] {
  const buildOf = (name: string) => OF_A_BUILD.exec(name)?.[1]
  // Every build begins with its assets; the other caches are made when first needed.
  const builds = names.filter((name) => name.startsWith('assets-')).map(buildOf)
  const previous = builds.findLast((other) => other !== build)
  return names.filter((name) => {
    const owner = buildOf(name)
    return owner !== undefined && owner !== build && owner !== previous
  })
}

export function keptReplies(build: string, caches: CacheStorage): Kept {
  const trimming = new Set<string>()
  const nameOf = (kind: KeptKind) => (kind === 'photos' ? kind : `${kind}-${build}`)

  async function trim(kind: KeptKind, cache: Cache) {
    if (kind === 'assets' || trimming.has(kind)) return
    trimming.add(kind)
    try {
      const keys = await cache.keys()
      for (const key of keys.slice(0, Math.max(0, keys.length - MOST[kind]))) await cache.delete(key)
    } finally {
      trimming.delete(kind)
    }
  }

  async function keep(kind: KeptKind, request: Request | string, copy: Response) {
    if (!mayBeKept(copy)) return
    try {
      const cache = await caches.open(nameOf(kind))
      await cache.put(request, copy)
      await trim(kind, cache)
    } catch {
      // The device is full, or forbids storage.
    }
  }

  return {
    keep,
    async find(kind, request) {
      const own = await caches.match(request, { cacheName: nameOf(kind), ignoreVary: true })
      if (own || kind === 'photos') return own
      for (const name of (await caches.keys()).toReversed()) {
        if (!name.startsWith(`${kind}-`)) continue
        const earlier = await caches.match(request, { cacheName: name, ignoreVary: true })
        if (!earlier) continue
        // Pages and calls stay with the build whose files they need.
        if (kind === 'assets') await keep(kind, request, earlier.clone())
        return earlier
      }
      return undefined
    },
    async keepAll(requests) {
      const cache = await caches.open(nameOf('assets'))
      await cache.addAll(requests)
    },
    async forgetOldBuilds() {
      const outdated = outdatedCaches(await caches.keys(), build)
      await Promise.all(outdated.map((name) => caches.delete(name)))
    },
  }
}
