import { LRUCache } from 'lru-cache'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import { outageOf } from '#server/platform/errors/outage.ts'
import { photosKey, productKey } from '#server/platform/http/cdn/keys.ts'
import type { StandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { selectPublicPhoto } from './queries.ts'

const REMEMBERED_MAX = 20_000
/** Shorter than the maximum age of a stand-in, so that other processes find a recent answer. */
const REMEMBERED_MS = 30 * 60_000

export type PublicPhotos = ReturnType<typeof createPublicPhotos>

interface Known {
  loadedAt: number
  keys: readonly string[]
}

interface Deps {
  db: Database
  listener: Pick<Listener, 'isListening'>
  standIns: StandIns
  now: () => number
}

/**
 * A public photo stays public until its product is held or its files are removed, so that answer is
 * remembered for the 20,000 photos that were shown last. A photo that is not public yet is looked up each
 * time. While the database is unavailable, the answer of another process on this machine counts too.
 */
export function createPublicPhotos({ db, listener, standIns, now }: Deps) {
  const known = new LRUCache<string, Known>({ max: REMEMBERED_MAX })
  const nameOf = (src: string) => `photo ${src}`

  async function load(src: string): Promise<Known | undefined> {
    const loadedAt = now()
    const photo = await selectPublicPhoto(db, src)
    if (!photo) return undefined
    const found = { loadedAt, keys: [productKey(photo.product_id), photosKey(photo.seller_id)] }
    known.set(src, found)
    standIns.store(nameOf(src), { ...found, content: () => null })
    return found
  }

  async function standIn(src: string): Promise<Known | undefined> {
    const remembered = known.get(src)
    if (remembered && standIns.isUsable(remembered)) return remembered
    return standIns.find(nameOf(src))
  }

  return {
    /** Forgets every answer, because a product may be hidden now. */
    clear: () => known.clear(),
    /** Surrogate keys for the CDN if the photo is public, otherwise undefined. */
    async find(src: string): Promise<readonly string[] | undefined> {
      const remembered = known.get(src)
      const isSure = remembered && listener.isListening() && now() - remembered.loadedAt < REMEMBERED_MS
      if (isSure) return remembered.keys
      const found = await load(src).catch(async (error: unknown) => {
        const former = outageOf(error) && (await standIn(src))
        if (!former) throw error
        return former
      })
      return found?.keys
    },
  }
}
