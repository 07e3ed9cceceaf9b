import type { Database } from '#server/platform/db/connect.ts'
import { photosKey, productKey } from '#server/platform/http/cdn/keys.ts'
import { selectPublicPhoto } from './queries.ts'

const REMEMBERED_MAX = 20_000

export interface PublicPhotos {
  /** By what a CDN finds a photo that everyone may see. */
  find(src: string): Promise<readonly string[] | undefined>
  /** After a change of what the market shows. */
  clear(): void
}

/**
 * A photo that is public stays so until its product is held or its files are removed, so that answer is remembered, the
 * latest 20,000 of them. A photo that is not public yet is looked up each time.
 */
export function createPublicPhotos(db: Database): PublicPhotos {
  const known = new Map<string, readonly string[]>()
  return {
    clear: () => known.clear(),
    async find(src) {
      const remembered = known.get(src)
      if (remembered) return remembered
      const photo = await selectPublicPhoto(db, src)
      if (!photo) return undefined
      const keys = [productKey(photo.product_id), photosKey(photo.seller_id)]
      known.set(src, keys)
      for (const oldest of known.keys()) {
        if (known.size <= REMEMBERED_MAX) break
        known.delete(oldest)
      }
      return keys
    },
  }
}
