import type { Database } from '#server/db/connect.ts'
import type { PhotoSigner } from '#server/http/photo-signer.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { Storage } from '#server/storage/storage.ts'

/** What the parts of this domain work with. */
export interface PhotosParts {
  db: Database
  storage: Storage
  images: ImageProcessor
  jobs: Jobs
  limiter: RateLimiter
  changes: PublicChanges
  signer: PhotoSigner
  notifications: Pick<NotificationsService, 'notify'>
  log: Log
}
