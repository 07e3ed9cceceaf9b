import type { Domain } from '#server/context.ts'
import { createCurrentNotice, type CurrentNotice } from './current-notice.ts'
import { handleOperationsJobs } from './jobs.ts'
import { operationsRoutes } from './routes.ts'

export interface AdministrationState {
  currentNotice: CurrentNotice
}

declare module '#server/context.ts' {
  interface Context extends AdministrationState {}
}

export const administrationDomain = {
  routes: operationsRoutes,
  jobs: handleOperationsJobs,
  open: (platform) => ({ currentNotice: createCurrentNotice({ ...platform, now: Date.now }) }),
} satisfies Domain
