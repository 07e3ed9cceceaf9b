import type { Domain } from '#server/context.ts'
import { handleModerationJobs } from './jobs.ts'
import { reportPictureUpload } from './routes.ts'

export const moderationDomain = {
  jobs: handleModerationJobs,
  uploads: (ctx) => [reportPictureUpload(ctx)],
} satisfies Domain
