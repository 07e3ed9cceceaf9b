import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { Log } from '#server/log.ts'
import type { PhotosService } from '#server/photos/service.ts'
import type { TellingParts } from './telling.ts'

/** What the parts of this domain work with. */
export interface SellingParts extends TellingParts {
  db: Database
  limiter: RateLimiter
  changes: PublicChanges
  photos: PhotosService
  log: Log
}
