import type { Domain } from '#server/context.ts'
import { guardRoutes, ruleScreenRoutes } from './routes.ts'
import { createGuard, type Guard } from './rule-cache.ts'

export interface GuardState {
  guard: Guard
}

declare module '#server/context.ts' {
  interface Context extends GuardState {}
}

export const guardDomain = {
  routes: { ...guardRoutes, ...ruleScreenRoutes },
  open: ({ site, ...platform }) => ({ guard: createGuard({ ...platform, publicUrl: site.publicUrl }) }),
} satisfies Domain
