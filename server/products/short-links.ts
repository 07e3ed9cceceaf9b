import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseShortCode, SHORT_LINKS } from '#contract/sharing/short-links.ts'

const DAY_SECONDS = 86_400

/**
 * A code followed by characters that a text added to the address, such as a full stop, a bracket or '&fbclid=…'.
 */
const FOLLOWED_CODE = /^([0-9A-Za-z]+)[^0-9A-Za-z].*$/s

/**
 * Redirects short addresses to the product's own, ignoring words after the code; other addresses are left to
 * the pages.
 */
export function addShortLinks(app: FastifyInstance): void {
  const redirect = async ({ params }: FastifyRequest, reply: FastifyReply) => {
    const { code } = params as { code: string }
    const id = parseShortCode(FOLLOWED_CODE.exec(code)?.[1] ?? code)
    if (!id) return reply.callNotFound()
    return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).redirect(`/products/${id}`, 301)
  }
  app.get(`${SHORT_LINKS}/:code`, redirect)
  app.get(`${SHORT_LINKS}/:code/:words`, redirect)
}
