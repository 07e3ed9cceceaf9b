import type { Domain } from '#server/context.ts'
import { createCurrentNotice, type CurrentNotice } from './current-notice.ts'
import { handleAdministrationJobs } from './jobs.ts'
import { administrationRoutes } from './routes.ts'

export interface AdministrationState {
  currentNotice: CurrentNotice
}

declare module '#server/context.ts' {
  interface Context extends AdministrationState {}
}

export const administrationDomain = {
  routes: administrationRoutes,
  jobs: handleAdministrationJobs,
  open: (platform) => ({ currentNotice: createCurrentNotice({ ...platform, now: Date.now }) }),
} satisfies Domain
