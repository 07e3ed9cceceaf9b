import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createServer, isRunnableDevEnvironment } from 'vite'
import type { PageRenderer } from '#contract/rendering/rendering.ts'
import type { WebPages } from './pages.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const STYLES = '/web/platform/styles/main.css'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Pages of the current code, with hot replacement on the site's own port. `before` handles Vite's own addresses. */
export async function vitePages(server: Server): Promise<{ pages: WebPages; before: Middleware }> {
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  server.on('close', () => void vite.close())
  const pages: WebPages = {
    cached: false,
    assets: {
      script: '/web/app/entry-client.tsx',
      styles: () => [STYLES],
      preloads: () => [],
    },
    async renderer() {
      const { ssr } = vite.environments
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('Vite has no environment that runs modules')
      return ssr.runner.import<PageRenderer>('/web/app/entry-server.tsx')
    },
    transform: (path, html) => vite.transformIndexHtml(path, html),
  }
  return { pages, before: vite.middlewares }
}
