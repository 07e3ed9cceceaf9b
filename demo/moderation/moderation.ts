import { DECIDED_CASES } from './decided-cases.ts'
import { DOUBTFUL_CONVERSATIONS } from './doubtful-conversations.ts'
import { DOUBTFUL_LISTINGS } from './doubtful-listings.ts'
import type { DemoModeration } from './moderation-types.ts'
import { OPEN_CASES } from './open-cases.ts'

/** Leaves the moderators' desk empty. */
export const NO_MODERATION: DemoModeration = { listings: [], conversations: [], cases: [] }

export const DEMO_MODERATION: DemoModeration = {
  listings: DOUBTFUL_LISTINGS,
  conversations: DOUBTFUL_CONVERSATIONS,
  cases: [...DECIDED_CASES, ...OPEN_CASES],
}
