import { SHARED_PHOTO_MOMENT, SHARED_PHOTO_NAME, SHARED_PHOTOS_CACHE } from '#contract/share-target.ts'

const DAY = 86_400_000

async function fileOf(reply: Response): Promise<File> {
  const name = decodeURIComponent(reply.headers.get(SHARED_PHOTO_NAME) ?? 'photo')
  return new File([await reply.blob()], name, { type: reply.headers.get('Content-Type') ?? '' })
}

const isRecent = (reply: Response) => Date.now() - Number(reply.headers.get(SHARED_PHOTO_MOMENT)) < DAY

/** The photos that another app shared with this one in the last day; none where the browser has no caches. */
export async function findSharedPhotos(): Promise<File[]> {
  try {
    if (!(await caches.has(SHARED_PHOTOS_CACHE))) return []
    const cache = await caches.open(SHARED_PHOTOS_CACHE)
    const replies = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    return await Promise.all(replies.flatMap((reply) => (reply && isRecent(reply) ? [fileOf(reply)] : [])))
  } catch {
    return []
  }
}

export const forgetSharedPhotos = (): void => void caches.delete(SHARED_PHOTOS_CACHE).catch(() => undefined)
