import { STALE_SECONDS_MAX, staleHeaders } from '#contract/rendering/served-stale.ts'

const STORED_AT = 'X-Stored-At'

function withHeaders(reply: Response, changes: Record<string, string>): Response {
  const headers = new Headers(reply.headers)
  // The body is unpacked by now.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  for (const [name, value] of Object.entries(changes)) headers.set(name, value)
  return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers })
}

/** A copy that says when it was stored, by the clock that will measure its age. */
export const withStoredAt = (reply: Response, now = Date.now()): Response =>
  withHeaders(reply, { [STORED_AT]: String(now) })

function ageSeconds({ headers }: Response, now: number): number {
  const storedAt = Number(headers.get(STORED_AT))
  return Math.max(0, Math.floor((now - storedAt) / 1000))
}

/** Whether it may stand in for a server that answers but cannot serve. */
export const mayStandIn = (copy: Response, now = Date.now()): boolean =>
  ageSeconds(copy, now) <= STALE_SECONDS_MAX

/** The copy, marked as what it is. */
export const asStale = (copy: Response, now = Date.now()): Response =>
  withHeaders(copy.clone(), staleHeaders(ageSeconds(copy, now)))
