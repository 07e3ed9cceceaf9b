import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Hono } from 'hono'
import { dropDocumentHeaders, OWN_ALONE } from '#server/platform/http/headers.ts'
import { compress } from './content-encoding.ts'
import { type Encoded, encodedReply } from './encoded-reply.ts'
import { etagOf } from './etag.ts'
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

const FOR_GOOD = 'public, max-age=31536000, immutable'
const FOR_AN_HOUR = 'public, max-age=3600'

interface StaticFile extends Encoded {
  contentType: string
}

/** The build leaves `name.br` beside what it compressed at the highest level. */
async function loadFile(folder: string, name: string): Promise<StaticFile> {
  const path = join(folder, name)
  const identity = await readFile(path)
  const contentType = TYPES[extname(name)] ?? 'application/octet-stream'
  if (!COMPRESSIBLE.has(extname(name))) return { contentType, etag: etagOf(identity), bodies: { identity } }
  const br = await readFile(`${path}.br`).catch(() => compress(identity, 'br'))
  return {
    contentType,
    etag: etagOf(identity),
    bodies: { identity, br, gzip: await compress(identity, 'gzip') },
  }
}

/** Serves the few hundred kilobytes of the built site from memory; names under /assets carry their content's hash. */
export async function mountStaticFiles(app: Hono, folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (!entry.isFile() || name.startsWith('.') || name.endsWith('.br') || name === SERVICE_WORKER) continue
    const file = await loadFile(folder, name)
    const path = `/${name.replaceAll(sep, '/')}`
    const isPartOfPage = path.startsWith('/assets/')
    const cacheControl = isPartOfPage ? FOR_GOOD : FOR_AN_HOUR
    app.get(path, (c) => {
      if (isPartOfPage) dropDocumentHeaders(c, OWN_ALONE)
      return encodedReply(c, file, { contentType: file.contentType, cacheControl })
    })
  }
}
