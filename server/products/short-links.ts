import type { Context, Hono } from 'hono'
import { idOfShortCode, SHORT_LINKS } from '#contract/short-links.ts'

const DAY_SECONDS = 86_400

/** Short addresses lead to the product's own, whatever words follow the code; what is none stays for the pages. */
export function mountShortLinks(app: Hono): void {
  const lead = (c: Context, next: () => Promise<void>) => {
    const id = idOfShortCode(c.req.param('code') ?? '')
    if (!id) return next()
    c.header('Cache-Control', `public, max-age=${DAY_SECONDS}`)
    return c.redirect(`/products/${id}`, 301)
  }
  app.get(`${SHORT_LINKS}/:code`, lead)
  app.get(`${SHORT_LINKS}/:code/:words`, lead)
}
