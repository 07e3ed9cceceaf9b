import type { AccountsService } from '#server/accounts/service.ts'
import type { ConversationsService } from '#server/conversations/service.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import type { PhotosService } from '#server/photos/service.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { SupportService } from '#server/support/service.ts'

/** What the parts of this domain work with. */
export interface PersonalDataParts {
  db: Database
  storage: Storage
  jobs: Jobs
  accounts: AccountsService
  changes: PublicChanges
  photos: PhotosService
  conversations: Pick<ConversationsService, 'leave'>
  notifications: Pick<NotificationsService, 'forgetReviewer' | 'toldOfReviews' | 'unreadChanged'>
  support: Pick<SupportService, 'forget'>
}
