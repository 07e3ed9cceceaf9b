import type { Domain } from '#server/context.ts'
import { handleSanctionJobs } from './jobs.ts'

export const sanctionsDomain = { jobs: handleSanctionJobs } satisfies Domain
