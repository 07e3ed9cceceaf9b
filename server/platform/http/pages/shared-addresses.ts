import type { Hono } from 'hono'
import { pageEntries } from '#contract/pages.ts'

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/** An id and what a text had after the address: a full stop, a bracket, or a tracker's '&fbclid=…'. */
const FOLLOWED_ID = new RegExp(`^(${UUID})[^0-9a-z].*$`, 'is')

/** Pages whose address ends with an id. */
const PAGES_BY_ID = pageEntries.flatMap(([path]) => {
  const [, start, name] = /^(.+\/):(id|conversationId)$/.exec(path) ?? []
  return start && name ? [{ path, start, name }] : []
})

/** Addresses that were copied with what followed them lead to their page. */
export function mountSharedAddresses(app: Hono): void {
  for (const { path, start, name } of PAGES_BY_ID)
    app.get(path, (c, next) => {
      const [, id] = FOLLOWED_ID.exec(c.req.param(name) ?? '') ?? []
      return id ? Promise.resolve(c.redirect(start + id + new URL(c.req.url).search, 301)) : next()
    })
}
