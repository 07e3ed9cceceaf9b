import type { RenderedPage } from '#contract/rendering.ts'
import { encodeText, type FullyEncoded } from './encoded-reply.ts'

export interface CachedPage extends FullyEncoded {
  status: number
}

export interface PageCache {
  get(key: string): Promise<CachedPage>
  /** The page, if there is one that need not be made anew. */
  fresh(key: string): CachedPage | undefined
  /** Forgets every page; the next visitor of each has it rendered anew. */
  clear(): void
}

interface Entry {
  page: CachedPage
  renderedAt: number
}

const encodePage = async ({ status, html }: RenderedPage): Promise<CachedPage> => ({
  status,
  ...(await encodeText(html)),
})

/**
 * Anonymous pages, compressed once and kept: one rendering per key at a time, a stale page is served while
 * its successor is made, the least recently used go first, and only successes are kept. A rendering that
 * began before `clear` is not kept either.
 */
export function pageCache(options: {
  render: (key: string) => Promise<RenderedPage>
  freshMilliseconds: number
  staleMilliseconds: number
  maxPages: number
  now?: () => number
}): PageCache {
  const { render, freshMilliseconds, staleMilliseconds, maxPages, now = Date.now } = options
  const entries = new Map<string, Entry>()
  const underWay = new Map<string, Promise<CachedPage>>()
  let generation = 0

  function keep(key: string, entry: Entry) {
    entries.delete(key)
    entries.set(key, entry)
    const oldest = entries.size > maxPages ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
  }

  function make(key: string): Promise<CachedPage> {
    const running = underWay.get(key)
    if (running) return running
    const began = { generation, at: now() }
    const making = render(key)
      .then(encodePage)
      .then((page) => {
        if (page.status === 200 && began.generation === generation) keep(key, { page, renderedAt: began.at })
        return page
      })
      .finally(() => {
        if (underWay.get(key) === making) underWay.delete(key)
      })
    underWay.set(key, making)
    return making
  }

  return {
    async get(key) {
      const entry = entries.get(key)
      const age = entry ? now() - entry.renderedAt : Infinity
      if (!entry || age >= staleMilliseconds) return make(key)
      keep(key, entry)
      // A failed renewal leaves the stale page in place; the renderer has logged why.
      if (age >= freshMilliseconds) make(key).catch(() => undefined)
      return entry.page
    },
    fresh(key) {
      const entry = entries.get(key)
      if (!entry || now() - entry.renderedAt >= freshMilliseconds) return undefined
      keep(key, entry)
      return entry.page
    },
    clear() {
      generation += 1
      entries.clear()
      underWay.clear()
    },
  }
}
