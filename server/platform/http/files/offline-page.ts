import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/platform/html/html.ts'
import { contentOf, writeReady } from '#server/platform/http/reply.ts'

export const OFFLINE_PAGE = 'offline.html'

/** Serves the page that the service worker shows instead of one that cannot be reached, with the name of the site. */
export async function addOfflinePage(app: FastifyInstance, folder: string, siteName: string): Promise<void> {
  const html = await readFile(join(folder, OFFLINE_PAGE), 'utf8')
  const file = {
    content: contentOf(Buffer.from(html.replaceAll('SITE_NAME', () => escapeHtml(siteName))), true),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      vary: 'Accept-Encoding',
    },
  }
  app.get(`/${OFFLINE_PAGE}`, (_request, reply) => writeReady(reply, file))
}
