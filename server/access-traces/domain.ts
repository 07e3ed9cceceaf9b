import type { Domain } from '#server/context.ts'
import { handleAccessTraceJobs } from './service.ts'

export const accessTracesDomain = {
  jobs: handleAccessTraceJobs,
} satisfies Domain
