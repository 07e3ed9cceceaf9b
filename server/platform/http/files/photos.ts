import { type Context, Hono } from 'hono'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { isStorageKey, type Storage } from '#server/platform/storage/storage.ts'
import { avatarKey } from '#server/platform/http/cdn/keys.ts'
import { noteKeys } from '#server/platform/http/cdn/share.ts'
import { DOCUMENT_HEADERS, NO_FRAME, POLICY_HEADER } from '#server/platform/http/headers.ts'
import { etagMatches } from './etag.ts'
import { type PhotoSigning, PRIVATE_PHOTOS } from './photo-signer.ts'

/** Nothing else is ever served as a photo, whatever the storage holds. */
const CONTENT_TYPES: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg' }
/** What the storage holds beside these belongs to one person and is no photo. */
const PUBLIC_FOLDER = 'avatars/'
const GUARDED_FOLDER = 'product-images/'
const SIGNED_FOLDERS = [GUARDED_FOLDER, 'message-images/', 'report-images/']
/** Of 'product-images/one/abc-640.avif' the photo is what stands before the width. */
const WIDTH_AND_TYPE = /-\d+\.(?:avif|jpg)$/

export interface PhotoFileRoutesDeps {
  storage: Storage
  /**
   * By what a CDN finds this photo of a product, `/photos/product-images/…` without width and type; undefined of one
   * that not everyone may see.
   */
  findPublic: (src: string) => Promise<readonly string[] | undefined>
  signing: PhotoSigning
}

/** A key's name is new with each content, so a reply never grows old. */
async function sendPhoto(
  c: Context,
  storage: Storage,
  { key, keys, cacheControl }: Allowed,
): Promise<Response> {
  const contentType = CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)]
  const found = contentType && isStorageKey(key) ? await storage.read(key) : null
  if (!contentType || !found) return c.notFound()

  noteKeys(c, keys)
  const etag = `"${key}"`
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': cacheControl,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
  }
  for (const name of DOCUMENT_HEADERS) c.header(name, undefined)
  c.header(POLICY_HEADER, NO_FRAME)
  const withLength = { ...headers, 'Content-Length': String(found.size) }
  const known = etagMatches(c.req.header('if-none-match'), etag)
  if (!known && c.req.method === 'GET') return c.body(found.bytes ?? found.stream, 200, withLength)
  // The storage holds the file open until its stream is read or cancelled.
  if (!found.bytes) await found.stream.cancel()
  return known ? c.body(null, 304, headers) : c.body(null, 200, withLength)
}

interface Allowed {
  key: string
  keys: readonly string[]
  cacheControl: string
}

/** Stored photos at `/photos/{key}`, and at `/photos/private/{proof}/{key}` those that not everyone may see. */
export function photoFileRoutes({ storage, findPublic, signing }: PhotoFileRoutesDeps): Hono {
  /** The keys of a photo for everyone. */
  async function publicKeys(key: string): Promise<readonly string[] | undefined> {
    const src = PHOTOS + key.replace(WIDTH_AND_TYPE, '')
    if (key.startsWith(PUBLIC_FOLDER)) return [avatarKey(src)]
    if (!key.startsWith(GUARDED_FOLDER) || !isStorageKey(key) || !WIDTH_AND_TYPE.test(key)) return undefined
    return findPublic(src)
  }

  async function allowed(path: string): Promise<Allowed | undefined> {
    if (!path.startsWith(PRIVATE_PHOTOS)) {
      const key = path.slice(PHOTOS.length)
      const keys = await publicKeys(key)
      return keys && { key, keys, cacheControl: 'public, max-age=31536000, immutable' }
    }
    const opened = signing.open(path.slice(PRIVATE_PHOTOS.length))
    if (!opened || !SIGNED_FOLDERS.some((folder) => opened.key.startsWith(folder))) return undefined
    return { key: opened.key, keys: [], cacheControl: `private, max-age=${opened.secondsLeft}, immutable` }
  }

  const app = new Hono()
  app.get(`${PHOTOS}*`, async (c) => {
    const photo = await allowed(c.req.path)
    return photo ? sendPhoto(c, storage, photo) : c.notFound()
  })
  return app
}
