import type { Domain } from '#server/context.ts'
import { lazyListingJudge, type ListingJudge } from '#server/moderation/guard/judgement/listing-judge.ts'
import { guardRoutes, ruleScreenRoutes, wordListsRoutes } from './routes.ts'
import { createGuard, type Guard } from './rule-cache.ts'

export interface GuardState {
  guard: Guard
  judgeListing: ListingJudge
}

declare module '#server/context.ts' {
  interface Context extends GuardState {}
}

export const guardDomain = {
  routes: { ...guardRoutes, ...ruleScreenRoutes, ...wordListsRoutes },
  open: ({ site, ...platform }) => ({
    guard: createGuard({ ...platform, publicUrl: site.publicUrl }),
    judgeListing: lazyListingJudge(new URL(site.publicUrl).host),
  }),
} satisfies Domain
