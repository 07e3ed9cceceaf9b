import { MESSAGE_PHOTOS_CACHE } from '#contract/conversations/message-photos-cache.ts'

const MOST = 100

/** '/photos/private/{proof}/message-images/…' without its proof, which changes every few hours. */
const keyOf = (address: string) => address.replace(/\/private\/[^/]+\//, '/')

/** The photo is private to a person who has seen it, so it is stored until they sign out. */
const isStorable = (reply: Response) =>
  reply.status === 200 &&
  reply.type === 'basic' &&
  !/\bno-store\b/.test(reply.headers.get('Cache-Control') ?? '')

async function store(cache: Cache, key: string, copy: Response) {
  try {
    await cache.put(key, copy)
    const keys = await cache.keys()
    for (const oldest of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(oldest)
  } catch {
    // The device is full or forbids storage.
  }
}

/**
 * Answers with the stored copy of a message's photo, whatever proof the address has. The cache is opened
 * before the photo is requested: if the person signs out in the meantime, the reply goes into the deleted
 * cache.
 */
export async function answerMessagePhoto(
  event: Pick<FetchEvent, 'request' | 'waitUntil'>,
  { caches, fetch }: { caches: Pick<CacheStorage, 'open'>; fetch: (request: Request) => Promise<Response> },
): Promise<Response> {
  const key = keyOf(event.request.url)
  const cache = await caches.open(MESSAGE_PHOTOS_CACHE).catch(() => undefined)
  const copy = await cache?.match(key, { ignoreVary: true })
  if (copy) return copy
  const reply = await fetch(event.request)
  if (cache && isStorable(reply)) event.waitUntil(store(cache, key, reply.clone()))
  return reply
}
