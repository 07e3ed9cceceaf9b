import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

interface Action {
  /** Text of the moderator's button. */
  text: string
  of: readonly TargetKind[]
  /** Words for the person, after the name of the thing: 'Your listing was removed'. */
  done: string
  /** Whether it was right to report it; undefined if nothing is decided yet. */
  upholds?: boolean
  /** Maximum days of a temporary action. */
  mostDays?: number
}

const ALL = ['product', 'person', 'message', 'review'] as const

/** Actions of moderators. The table `decisions` checks the names. */
export const ACTIONS = {
  approve: { text: 'Nothing is wrong', of: ALL, done: 'was checked, and nothing is wrong', upholds: false },
  remove: { text: 'Remove', of: ['product', 'message', 'review'], done: 'was removed', upholds: true },
  hold: { text: 'Hold', of: ['product'], done: 'is not shown while we look at it' },
  warn: { text: 'Warn', of: ALL, done: 'led to a warning', upholds: true },
  limit: { text: 'Limit', of: ALL, done: 'was limited', upholds: true, mostDays: 90 },
  suspend: { text: 'Suspend', of: ALL, done: 'was suspended', upholds: true, mostDays: 365 },
  ban: { text: 'Ban', of: ALL, done: 'was closed for good', upholds: true },
  restore: { text: 'Restore', of: ALL, done: 'was restored' },
} as const satisfies Record<string, Action>

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as [ActionName, ...ActionName[]]
const BY_NAME: Record<ActionName, Action> = ACTIONS
export const actionNamed = (name: ActionName): Action => BY_NAME[name]

/** The rules of the market, which decisions give as reasons. */
export const RULES = {
  'no-money-first': 'Nobody asks for money, fees or codes before the buyer has seen the item.',
  'true-listings': 'A listing shows and says what is really for sale.',
  'allowed-goods': 'Nobody sells anything that the law forbids.',
  'own-goods': 'People sell only what belongs to them, and nothing stolen.',
  respect: 'People are polite to each other: no insults and no hate.',
  'no-threats': 'Nobody threatens anybody.',
  privacy: 'Nobody shows somebody’s face, name or number without permission.',
  'one-account': 'People use their own name and one account.',
  'no-spam': 'No advertising, no links to other sites, no repeated posts.',
  'honest-reviews': 'Reviews are about real meetings and sales.',
} as const

export type RuleName = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as [RuleName, ...RuleName[]]
