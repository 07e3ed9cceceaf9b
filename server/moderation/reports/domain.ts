import type { Domain } from '#server/context.ts'
import { handleReportJobs } from './jobs.ts'
import { reportPictureUpload } from './picture-upload.ts'
import { reportsRoutes } from './routes.ts'

export const reportsDomain = {
  routes: reportsRoutes,
  jobs: handleReportJobs,
  uploads: (ctx) => [reportPictureUpload(ctx)],
} satisfies Domain
