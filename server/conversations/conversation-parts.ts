import type { Database } from '#server/db/connect.ts'
import type { PhotoSigner } from '#server/http/photo-signer.ts'
import type { Limit, RateLimiter } from '#server/http/rate-limit.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Live } from '#server/live/live.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { Storage } from '#server/storage/storage.ts'

/** What the parts of this domain work with. */
export interface ConversationParts {
  db: Database
  storage: Storage
  images: ImageProcessor
  jobs: Jobs
  limiter: RateLimiter
  signer: PhotoSigner
  live: Pick<Live, 'toPeople' | 'presenceOf'>
  notifications: Pick<NotificationsService, 'unreadChanged' | 'messageWritten' | 'forgetWriter'>
  /** Per person and conversation; as the contract says unless told. */
  messagesAMinute?: Limit['tries']
}
