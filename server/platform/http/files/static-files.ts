import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { dropDocumentHeaders, OWN_FILES_POLICY } from '#server/platform/http/headers.ts'
import { type Content, contentOf, writeReady } from '#server/platform/http/reply.ts'
import { OFFLINE_PAGE } from './offline-page.ts'
import { SERVICE_WORKER } from '#server/platform/http/pages/service-worker.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE: ReadonlySet<string> = new Set(['.js', '.html', '.css', '.svg', '.txt'])

/** The server writes something into these files. */
const SERVED_ELSEWHERE: ReadonlySet<string> = new Set([SERVICE_WORKER, OFFLINE_PAGE])

const IMMUTABLE = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** The build puts `name.br` beside files, compressed at the highest level. */
async function loadFile(folder: string, name: string): Promise<Content> {
  const path = join(folder, name)
  const content = contentOf(await readFile(path), COMPRESSIBLE.has(extname(name)))
  if (content.isCompressed) content.bodies.br = await readFile(`${path}.br`).catch(() => undefined)
  return content
}

/**
 * Serves the few hundred kilobytes of the built site from memory; names under /assets contain a hash of the content.
 */
export async function addStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (!entry.isFile() || name.startsWith('.') || name.endsWith('.br') || SERVED_ELSEWHERE.has(name))
      continue
    const content = await loadFile(folder, name)
    const path = `/${name.replaceAll(sep, '/')}`
    const isHashed = path.startsWith('/assets/')
    const isPartOfPage = isHashed || path.startsWith('/drawings/')
    const headers = {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'cache-control': isHashed ? IMMUTABLE : ONE_HOUR,
      vary: 'Accept-Encoding',
    }
    app.get(path, (_request, reply) => {
      if (isPartOfPage) dropDocumentHeaders(reply, OWN_FILES_POLICY)
      return writeReady(reply, { content, headers })
    })
  }
}
