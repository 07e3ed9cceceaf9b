import type { ActionName, RuleName } from '#contract/moderation/cases/decisions.ts'
import type { ReportReason } from '#contract/moderation/reports/report-reasons.ts'
import type { DemoConversation, DemoProduct } from '#demo/demo-types.ts'
import type { SignalReason } from '#server/moderation/reports/service.ts'

/** The thing or person that a case is about. Listings are named by their title, people by their key. */
export type DemoTarget =
  | { kind: 'product'; listing: string }
  | { kind: 'person'; person: string }
  | { kind: 'message'; listing: string; buyer: string; index: number }
  | { kind: 'review'; listing: string; by: string }

export interface DemoReport {
  /** A person's key. */
  by: string
  reason: ReportReason
  words?: string
  ageHours: number
}

interface DemoSignal {
  reason: SignalReason
  detail?: object
}

export interface DemoAppeal {
  words: string
  ageHours: number
  decided?: { by: string; outcome: 'upheld' | 'rejected'; words: string; ageHours: number }
}

export interface DemoDecision {
  /** Key of a moderator or administrator. */
  by: string
  action: Exclude<ActionName, 'restore'>
  rule?: RuleName
  words?: string
  days?: number
  ageHours: number
  appeal?: DemoAppeal
}

export interface DemoCase {
  about: DemoTarget
  reports: DemoReport[]
  /** Signals are dated like the case. */
  signals?: DemoSignal[]
  decisions?: DemoDecision[]
  /** The seller's answer about a held listing. */
  answer?: { words: string; ageHours: number }
}

/** Listings, conversations and cases for the moderators' desk. */
export interface DemoModeration {
  listings: DemoProduct[]
  conversations: DemoConversation[]
  /** Oldest first. */
  cases: DemoCase[]
}
