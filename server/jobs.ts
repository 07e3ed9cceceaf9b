import { handleAccessTraceJobs } from '#server/access-traces/service.ts'
import { handleAccountJobs } from '#server/accounts/jobs.ts'
import { handleCatalogJobs } from '#server/catalog/jobs.ts'
import { handleConversationJobs } from '#server/conversations/jobs.ts'
import { handleDecisionJobs } from '#server/decisions/jobs.ts'
import { handleModerationJobs } from '#server/moderation/jobs.ts'
import { handleNotificationJobs } from '#server/notifications/jobs.ts'
import { handleOperationsJobs } from '#server/operations/jobs.ts'
import { handlePersonalDataJobs } from '#server/personal-data/jobs.ts'
import { handlePhotoJobs } from '#server/photos/jobs.ts'
import { handlePurgeJobs } from '#server/platform/http/cdn/purging.ts'
import { handleReviewJobs } from '#server/reviews/jobs.ts'
import { handleSavedSearchJobs } from '#server/saved-searches/jobs.ts'
import { handleSearchJobs } from '#server/search/jobs.ts'
import { handleSellerJobs } from '#server/sellers/jobs.ts'
import { handleSellingJobs } from '#server/selling/jobs.ts'
import { handleSupportJobs } from '#server/support/jobs.ts'
import type { Context } from './context.ts'

const HANDLE_JOBS = [
  handleAccessTraceJobs,
  handleAccountJobs,
  handleCatalogJobs,
  handleConversationJobs,
  handleDecisionJobs,
  handleModerationJobs,
  handleNotificationJobs,
  handleOperationsJobs,
  handlePersonalDataJobs,
  handlePhotoJobs,
  handlePurgeJobs,
  handleReviewJobs,
  handleSavedSearchJobs,
  handleSearchJobs,
  handleSellerJobs,
  handleSellingJobs,
  handleSupportJobs,
]

/** Binds each kind of job and each schedule to its function, before `jobs.start()`. */
export function handleAllJobs(ctx: Context): void {
  for (const handleJobs of HANDLE_JOBS) handleJobs(ctx)
}
