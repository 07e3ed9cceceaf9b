import {
  SHARED_PHOTO_MOMENT,
  SHARED_PHOTO_NAME,
  SHARED_PHOTO_SENDER,
  SHARED_PHOTOS_CACHE,
} from '#contract/sharing/share-target.ts'

const DAY = 86_400_000

async function toFile(reply: Response): Promise<File> {
  const name = decodeURIComponent(reply.headers.get(SHARED_PHOTO_NAME) ?? 'photo')
  return new File([await reply.blob()], name, { type: reply.headers.get('Content-Type') ?? '' })
}

const isRecent = (reply: Response) => Date.now() - Number(reply.headers.get(SHARED_PHOTO_MOMENT)) < DAY

export interface SharedPhotos {
  files: File[]
  /** True if the phone shared them; otherwise another site may have planted them. */
  isFromPhone: boolean
}

/**
 * Photos that another app shared with this one in the last day; null if there are none or the browser has no caches.
 */
export async function findSharedPhotos(): Promise<SharedPhotos | null> {
  try {
    if (!(await caches.has(SHARED_PHOTOS_CACHE))) return null
    const cache = await caches.open(SHARED_PHOTOS_CACHE)
    const stored = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
    const replies = stored.filter((reply) => reply !== undefined && isRecent(reply)) as Response[]
    if (replies.length === 0) return null
    const isFromPhone = replies.every((reply) => reply.headers.get(SHARED_PHOTO_SENDER) === 'phone')
    return { files: await Promise.all(replies.map(toFile)), isFromPhone }
  } catch {
    return null
  }
}

export const forgetSharedPhotos = (): void => void caches.delete(SHARED_PHOTOS_CACHE).catch(() => undefined)
