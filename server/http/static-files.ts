import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { acceptedEncoding, compress, type Encoding } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.txt': 'text/plain; charset=utf-8',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.txt'])

interface StaticFile {
  type: string
  etag: string
  bodies: Partial<Record<Encoding, Uint8Array>>
}

/** The build leaves `name.br` beside what it compressed at the highest level. */
async function loadFile(folder: string, name: string): Promise<StaticFile> {
  const path = join(folder, name)
  const identity = await readFile(path)
  const type = TYPES[extname(name)] ?? 'application/octet-stream'
  if (!COMPRESSIBLE.has(extname(name))) return { type, etag: etagOf(identity), bodies: { identity } }
  const br = await readFile(`${path}.br`).catch(() => compress(identity, 'br'))
  return { type, etag: etagOf(identity), bodies: { identity, br, gzip: await compress(identity, 'gzip') } }
}

function reply(c: Context, file: StaticFile, immutable: boolean) {
  c.header('Content-Type', file.type)
  c.header('ETag', file.etag)
  c.header('Vary', 'Accept-Encoding')
  c.header('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
  if (etagMatches(c.req.header('if-none-match'), file.etag)) return c.body(null, 304)
  const wanted = acceptedEncoding(c.req.header('accept-encoding'))
  const encoding = file.bodies[wanted] ? wanted : 'identity'
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  return c.body(file.bodies[encoding] as Uint8Array<ArrayBuffer>)
}

/** Serves the few hundred kilobytes of the built site from memory; names under /assets carry their content's hash. */
export async function mountStaticFiles(app: Hono, folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    const name = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (!entry.isFile() || name.startsWith('.') || name.endsWith('.br')) continue
    const file = await loadFile(folder, name)
    const path = `/${name.replaceAll(sep, '/')}`
    app.get(path, (c) => reply(c, file, path.startsWith('/assets/')))
  }
}
