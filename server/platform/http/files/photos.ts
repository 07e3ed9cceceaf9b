import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { isStorageKey, type Storage, type StoredFile } from '#server/platform/storage/storage.ts'
import { avatarKey } from '#server/platform/http/cdn/keys.ts'
import { dropDocumentHeaders, NO_FRAME_POLICY } from '#server/platform/http/headers.ts'
import { isKnown } from './etag.ts'
import { type PhotoSigning, PRIVATE_PHOTOS } from './photo-signer.ts'

/** Only these types are served as photos, whatever the storage contains. */
const CONTENT_TYPES: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg' }
/** Other folders of the storage contain one person's private files, which are not photos. */
const PUBLIC_FOLDER = 'avatars/'
const GUARDED_FOLDER = 'product-images/'
const SIGNED_FOLDERS = [GUARDED_FOLDER, 'message-images/', 'report-images/']
/** The end of a file's key: 'product-images/one/abc-640.avif' is a file of the photo 'product-images/one/abc'. */
const WIDTH_AND_TYPE = /-\d+\.(?:avif|jpg)$/

const PHOTO_ROUTE = `${PHOTOS}*`

interface Allowed {
  key: string
  /** Surrogate keys for the CDN. */
  keys: readonly string[]
  cacheControl: string
}

/** Finds the photo that a path allows, whether or not it exists; undefined if the path allows none. */
export type FindPhoto = (path: string) => Promise<Allowed | undefined>

interface FindPhotoDeps {
  /**
   * Finds the surrogate keys of a product's photo, `/photos/product-images/…` without width and type; undefined if it
   * is not public.
   */
  findPublic: (src: string) => Promise<readonly string[] | undefined>
  signing: PhotoSigning
}

/** Handles `/photos/{key}`, and `/photos/private/{signature}/{key}` for photos that are not public. */
export function createFindPhoto({ findPublic, signing }: FindPhotoDeps): FindPhoto {
  /** Surrogate keys of a public photo. */
  async function publicKeys(key: string): Promise<readonly string[] | undefined> {
    const src = PHOTOS + key.replace(WIDTH_AND_TYPE, '')
    if (key.startsWith(PUBLIC_FOLDER)) return [avatarKey(src)]
    if (!key.startsWith(GUARDED_FOLDER) || !isStorageKey(key) || !WIDTH_AND_TYPE.test(key)) return undefined
    return findPublic(src)
  }

  return async (path) => {
    if (!path.startsWith(PRIVATE_PHOTOS)) {
      const key = path.slice(PHOTOS.length)
      const keys = await publicKeys(key)
      return keys && { key, keys, cacheControl: 'public, max-age=31536000, immutable' }
    }
    const opened = signing.open(path.slice(PRIVATE_PHOTOS.length))
    if (!opened || !SIGNED_FOLDERS.some((folder) => opened.key.startsWith(folder))) return undefined
    return { key: opened.key, keys: [], cacheControl: `private, max-age=${opened.secondsLeft}, immutable` }
  }
}

interface StoredPhoto {
  allowed: Allowed
  file: StoredFile
  contentType: string
  etag: string
}

/** The caller must read or cancel the stream, unless the photo is in memory. */
async function findStoredPhoto(storage: Pick<Storage, 'read'>, find: FindPhoto, path: string) {
  const allowed = await find(path)
  const contentType = allowed && CONTENT_TYPES[allowed.key.slice(allowed.key.lastIndexOf('.') + 1)]
  const file = contentType && isStorageKey(allowed.key) ? await storage.read(allowed.key) : null
  return contentType && file ? { allowed, file, contentType, etag: `"${allowed.key}"` } : undefined
}

/** A changed photo gets a new key, so a reply never becomes outdated. */
async function writePhoto(reply: FastifyReply, { allowed, file, contentType, etag }: StoredPhoto) {
  dropDocumentHeaders(reply, NO_FRAME_POLICY)
  reply.surrogateKeys = allowed.keys
  reply.headers({ 'content-type': contentType, 'cache-control': allowed.cacheControl, etag })
  if (!isKnown(reply.request, etag)) {
    reply.header('content-length', file.size)
    return file.bytes ?? file.stream
  }
  // The storage keeps the file open until its stream is read or cancelled.
  if (!file.bytes) await file.stream.cancel()
  reply.code(304)
  return undefined
}

export function addPhotos(app: FastifyInstance, storage: Storage, find: FindPhoto): void {
  app.get<{ Params: { '*': string } }>(PHOTO_ROUTE, async ({ params }, reply) => {
    const photo = await findStoredPhoto(storage, find, PHOTOS + params['*'])
    if (!photo) throw new AppError('not-found')
    return writePhoto(reply, photo)
  })
}
