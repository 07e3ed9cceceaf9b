import type { Domain } from '#server/context.ts'
import { handleSellingJobs } from './jobs.ts'
import { sellingRoutes } from './routes.ts'
import { createViewCounter, type ViewCounter } from './view-counter.ts'

export interface SellingState {
  viewCounter: ViewCounter
}

declare module '#server/context.ts' {
  interface Context extends SellingState {}
}

export const sellingDomain = {
  routes: sellingRoutes,
  jobs: handleSellingJobs,
  open({ db, log, onClose }) {
    const viewCounter = createViewCounter({ db, log, now: Date.now })
    onClose(viewCounter.close)
    return { viewCounter }
  },
} satisfies Domain
