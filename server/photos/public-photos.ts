import type { Database } from '#server/db/connect.ts'
import { isPublicPhoto } from './queries.ts'

const REMEMBERED = 20_000

/**
 * Whether everyone may see a photo. What is public once stays so, for its files go with it; so the answer is kept,
 * the oldest giving way. What is not public yet is asked each time.
 */
export function publicPhotos(db: Database, remembered = REMEMBERED): (src: string) => Promise<boolean> {
  const known = new Set<string>()
  return async (src) => {
    if (known.has(src)) return true
    if (!(await isPublicPhoto(db, src))) return false
    known.add(src)
    for (const oldest of known) {
      if (known.size <= remembered) break
      known.delete(oldest)
    }
    return true
  }
}
