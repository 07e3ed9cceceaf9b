import type { Context, Hono } from 'hono'
import { idOfShortCode, SHORT_LINKS } from '#contract/short-links.ts'

const DAY_SECONDS = 86_400

/** What a text had after the address, such as a full stop, a bracket or '&fbclid=…', is no part of the code. */
const FOLLOWED_CODE = /^([0-9A-Za-z]+)[^0-9A-Za-z].*$/s

/** Short addresses lead to the product's own, whatever words follow the code; what is none stays for the pages. */
export function mountShortLinks(app: Hono): void {
  const lead = (c: Context, next: () => Promise<void>) => {
    const code = c.req.param('code') ?? ''
    const id = idOfShortCode(FOLLOWED_CODE.exec(code)?.[1] ?? code)
    if (!id) return next()
    c.header('Cache-Control', `public, max-age=${DAY_SECONDS}`)
    return c.redirect(`/products/${id}`, 301)
  }
  app.get(`${SHORT_LINKS}/:code`, lead)
  app.get(`${SHORT_LINKS}/:code/:words`, lead)
}
