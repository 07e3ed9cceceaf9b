import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { isStorageKey, type Storage, type StoredFile } from '#server/platform/storage/storage.ts'
import { avatarKey } from '#server/platform/http/cdn/keys.ts'
import { dropDocumentHeaders, NO_FRAME } from '#server/platform/http/headers.ts'
import { isKnown } from './etag.ts'
import { type PhotoSigning, PRIVATE_PHOTOS } from './photo-signer.ts'

/** Nothing else is ever served as a photo, whatever the storage holds. */
const CONTENT_TYPES: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg' }
/** What the storage holds beside these belongs to one person and is no photo. */
const PUBLIC_FOLDER = 'avatars/'
const GUARDED_FOLDER = 'product-images/'
const SIGNED_FOLDERS = [GUARDED_FOLDER, 'message-images/', 'report-images/']
/** Of 'product-images/one/abc-640.avif' the photo is what stands before the width. */
const WIDTH_AND_TYPE = /-\d+\.(?:avif|jpg)$/

const PHOTO_ROUTE = `${PHOTOS}*`

interface Allowed {
  key: string
  /** By which a CDN finds it. */
  keys: readonly string[]
  cacheControl: string
}

/** What a path opens, be it there or not; undefined of what nobody may see, or not by this path. */
export type FindPhoto = (path: string) => Promise<Allowed | undefined>

interface FindPhotoDeps {
  /**
   * By what a CDN finds this photo of a product, `/photos/product-images/…` without width and type; undefined of one
   * that not everyone may see.
   */
  findPublic: (src: string) => Promise<readonly string[] | undefined>
  signing: PhotoSigning
}

/** `/photos/{key}`, and `/photos/private/{proof}/{key}` for those that not everyone may see. */
export function createFindPhoto({ findPublic, signing }: FindPhotoDeps): FindPhoto {
  /** The keys of a photo for everyone. */
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

/** Its stream is to be read or cancelled, unless it is in memory. */
async function findStoredPhoto(storage: Pick<Storage, 'read'>, find: FindPhoto, path: string) {
  const allowed = await find(path)
  const contentType = allowed && CONTENT_TYPES[allowed.key.slice(allowed.key.lastIndexOf('.') + 1)]
  const file = contentType && isStorageKey(allowed.key) ? await storage.read(allowed.key) : null
  return contentType && file ? { allowed, file, contentType, etag: `"${allowed.key}"` } : undefined
}

/** A key's name is new with each content, so a reply never grows old. */
async function writePhoto(reply: FastifyReply, { allowed, file, contentType, etag }: StoredPhoto) {
  dropDocumentHeaders(reply, NO_FRAME)
  reply.surrogateKeys = allowed.keys
  reply.headers({ 'content-type': contentType, 'cache-control': allowed.cacheControl, etag })
  if (!isKnown(reply.request, etag)) {
    reply.header('content-length', file.size)
    return file.bytes ?? file.stream
  }
  // The storage holds the file open until its stream is read or cancelled.
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
