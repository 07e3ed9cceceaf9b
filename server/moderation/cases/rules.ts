import { isolated } from '#contract/isolated.ts'
import { type ActionName, actionNamed, type RuleName, RULES } from '#contract/moderation/cases/decisions.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

/** PostgreSQL announces on it that cases, claims or notes have changed. */
export const DESK_CHANNEL = 'desk_changed'

const THINGS: Record<TargetKind, string> = {
  product: 'Your listing',
  person: 'Your account',
  message: 'One of your messages',
  review: 'One of your reviews',
}

const REPORTED: Record<TargetKind, string> = {
  product: 'a listing',
  person: 'a person',
  message: 'a message to you',
  review: 'a review',
}

const SANCTIONS: ReadonlySet<ActionName> = new Set(['limit', 'suspend', 'ban'])
export const isSanction = (action: ActionName): boolean => SANCTIONS.has(action)

interface DecisionFacts {
  kind: TargetKind
  title: string
  action: ActionName
  rule: RuleName | null
  words: string
}

/** The notification to the person whom the decision is about. */
export function decisionText({ kind, title, action, rule, words }: DecisionFacts): string {
  const isAboutAccount = isSanction(action)
  const thing = isAboutAccount ? THINGS.person : THINGS[kind]
  const named = kind === 'product' && !isAboutAccount && title ? `${thing} "${isolated(title)}"` : thing
  const because = rule === null ? '' : ` Our rule: ${RULES[rule]}`
  return `${named} ${actionNamed(action).done}.${because}${words ? ` ${isolated(words)}` : ''}`
}

interface OutcomeFacts {
  kind: TargetKind
  title: string
  isUpheld: boolean
}

/** The notification to people who reported it. Private messages are not quoted. */
export function reporterText({ kind, title, isUpheld }: OutcomeFacts): string {
  const named = kind === 'review' ? 'a review of ' : ''
  const thing = kind === 'message' || !title ? REPORTED[kind] : `${named}"${isolated(title)}"`
  const outcome = isUpheld ? 'we acted' : 'we found nothing against our rules'
  return `We looked at your report of ${thing}: ${outcome}. Thank you for telling us.`
}

/** Returns whether the action keeps the person from logging in. */
export const shutsOut = (action: ActionName): boolean => action === 'suspend' || action === 'ban'
