import { STALE_SECONDS_MAX, staleHeaders } from '#contract/rendering/served-stale.ts'

const STORED_AT = 'X-Stored-At'

function withHeaders(reply: Response, changes: Record<string, string>): Response {
  const headers = new Headers(reply.headers)
  // The body is already decoded.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers })
}

/** A copy with the time of storing, by the clock that later measures its age. */
export const withStoredAt = (reply: Response, now = Date.now()): Response =>
  withHeaders(reply, { [STORED_AT]: String(now) })

function ageSeconds({ headers }: Response, now: number): number {
  const storedAt = Number(headers.get(STORED_AT))
  return Math.max(0, Math.floor((now - storedAt) / 1000))
}

/** True if the copy is new enough to replace an answer of an overloaded server. */
export const isFreshEnough = (copy: Response, now = Date.now()): boolean =>
  ageSeconds(copy, now) <= STALE_SECONDS_MAX

/** The copy with headers that mark it as stale. */
export const asStale = (copy: Response, now = Date.now()): Response =>
  withHeaders(copy.clone(), staleHeaders(ageSeconds(copy, now)))
