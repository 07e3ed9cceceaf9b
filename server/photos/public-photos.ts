import type { Database } from '#server/platform/db/connect.ts'
import { isPublicPhoto } from './queries.ts'

const REMEMBERED_MAX = 20_000

export interface PublicPhotos {
  has(src: string): Promise<boolean>
  /** After a change of what the market shows. */
  clear(): void
}

/**
 * A photo that is public stays so until its product is held or its files are removed, so that answer is remembered, the
 * latest 20,000 of them. A photo that is not public yet is looked up each time.
 */
export function createPublicPhotos(db: Database): PublicPhotos {
  const known = new Set<string>()
  return {
    clear: () => known.clear(),
    async has(src) {
      if (known.has(src)) return true
      if (!(await isPublicPhoto(db, src))) return false
      known.add(src)
      for (const oldest of known) {
        if (known.size <= REMEMBERED_MAX) break
        known.delete(oldest)
      }
      return true
    },
  }
}
