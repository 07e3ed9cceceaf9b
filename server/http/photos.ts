import { Hono } from 'hono'
import { isStorageKey, type Storage } from '#server/storage/storage.ts'
import { etagMatches } from './etag.ts'

const PREFIX = '/photos/'
/** The storage holds other files as well, which belong to one person. */
const FOLDERS = ['product-images/', 'avatars/']
/** Nothing else is ever served as a photo, whatever the storage holds. */
const CONTENT_TYPES: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg' }

/** Stored photos at `/photos/{key}`. A key's name holds the hash of its content, so a reply never grows old. */
export function photoRoutes(storage: Storage): Hono {
  const app = new Hono()
  app.get(`${PREFIX}*`, async (c) => {
    const key = c.req.path.slice(PREFIX.length)
    const contentType = CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)]
    const isPublic = FOLDERS.some((folder) => key.startsWith(folder)) && isStorageKey(key)
    const found = contentType && isPublic ? await storage.read(key) : null
    if (!contentType || !found) return c.notFound()

    const etag = `"${key}"`
    const headers = {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
    }
    const withLength = { ...headers, 'Content-Length': String(found.size) }
    const known = etagMatches(c.req.header('if-none-match'), etag)
    if (!known && c.req.method === 'GET') return c.body(found.stream, 200, withLength)
    // The storage holds the file open until its stream is read or cancelled.
    await found.stream.cancel()
    return known ? c.body(null, 304, headers) : c.body(null, 200, withLength)
  })
  return app
}
