import { LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import {
  SHARE_TARGET,
  SHARE_TARGET_FORM,
  SHARED_PHOTO_SENDER,
  SHARED_PHOTO_MOMENT,
  SHARED_PHOTO_NAME,
  SHARED_PHOTOS_CACHE,
  SHARED_PHOTOS_FIELD,
} from '#contract/sharing/share-target.ts'

export const isShared = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean =>
  method === 'POST' && url === origin + SHARE_TARGET

type SharedRequest = Pick<Request, 'formData' | 'headers' | 'url'>

/**
 * Sender of the form. Forms that the phone itself shares have no origin, or the origin `null`, as has a site
 * that hides its own.
 */
function senderOf({ headers, url }: SharedRequest): 'phone' | 'unknown' | 'site' {
  const origin = headers.get('Origin')
  if (origin === null || origin === new URL(url).origin) return 'phone'
  return origin === 'null' ? 'unknown' : 'site'
}

async function storePhotos(request: SharedRequest, caches: CacheStorage) {
  const sender = senderOf(request)
  if (sender === 'site') return
  const sent = (await request.formData()).getAll(SHARED_PHOTOS_FIELD)
  const photos = sent.filter((one): one is File => typeof one !== 'string').slice(0, LISTING_PHOTOS_MAX)
  // Photos that were shared before and never opened are deleted.
  await caches.delete(SHARED_PHOTOS_CACHE)
  const cache = await caches.open(SHARED_PHOTOS_CACHE)
  for (const [index, photo] of photos.entries()) {
    const headers = {
      'Content-Type': photo.type,
      [SHARED_PHOTO_NAME]: encodeURIComponent(photo.name),
      [SHARED_PHOTO_MOMENT]: String(Date.now()),
      [SHARED_PHOTO_SENDER]: sender,
    }
    await cache.put(`${SHARE_TARGET}/${index}`, new Response(photo, { headers }))
  }
}

/**
 * Stores shared photos on the device and redirects to the form, which signed-out people reach after the
 * log-in.
 */
export async function receiveShared(
  { request }: { request: SharedRequest },
  caches: CacheStorage,
): Promise<Response> {
  // Without room, or if the browser forbids storage, the form opens without photos.
  await storePhotos(request, caches).catch(() => undefined)
  return Response.redirect(new URL(SHARE_TARGET_FORM, request.url).href, 303)
}
