/** Of an answer that could not be renewed: its age in seconds. */
export const STALE_HEADER = 'X-Served-Stale'

/** For so long what was served before stands in for a server that cannot answer. */
export const STALE_SECONDS_MAX = 3600

/** The same in `Server-Timing`, the one header of a document that its own scripts can read. */
export const STALE_TIMING = 'stale'

/** Nobody stores it as if it were new. */
export const staleHeaders = (seconds: number): Record<string, string> => ({
  [STALE_HEADER]: String(seconds),
  'Server-Timing': `${STALE_TIMING};dur=${seconds * 1000}`,
  'Cache-Control': 'no-store',
})
