/** Header of an answer that could not be renewed: its age in seconds. */
export const STALE_HEADER = 'X-Served-Stale'

/** Seconds for which an earlier answer replaces that of a server that cannot answer. */
export const STALE_SECONDS_MAX = 3600

/** The same in `Server-Timing`, the only header of a document that its own scripts can read. */
export const STALE_TIMING = 'stale'

/** Headers that keep caches from storing a stale answer as a new one. */
export const staleHeaders = (seconds: number): Record<string, string> => ({
  [STALE_HEADER]: String(seconds),
  'Server-Timing': `${STALE_TIMING};dur=${seconds * 1000}`,
  'Cache-Control': 'no-store',
})
