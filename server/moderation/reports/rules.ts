import { type Harm, HARM_NAMES, harmRank } from '#contract/moderation/harms.ts'
import {
  reasonHarm,
  reasonWeight,
  REPORT_REASON_NAMES,
  type ReportReason,
} from '#contract/moderation/reports/report-reasons.ts'
import type { SignalReason } from '#contract/moderation/reports/signal-reasons.ts'

interface SignalDeclaration {
  /** Class of the harm that it may mean; the queue shows graver classes first. */
  harm: Harm
  /** Weight in the risk of a case. Each point moves the case forward by an hour within its class. */
  weight: number
}

/** Every reason to look at something, from all domains. Moderators read signals; a signal decides nothing. */
export const SIGNALS: Record<SignalReason, SignalDeclaration> = {
  'imei-stolen': { harm: 'goods', weight: 20 },
  'imei-reported': { harm: 'goods', weight: 10 },
  'imei-of-another': { harm: 'goods', weight: 10 },
  'photo-of-another': { harm: 'deceit', weight: 8 },
  'banned-mailbox': { harm: 'deceit', weight: 10 },
  'deleted-account': { harm: 'deceit', weight: 8 },
  'changed-while-limited': { harm: 'deceit', weight: 8 },
  'access-of-banned': { harm: 'deceit', weight: 5 },
  'first-listing': { harm: 'nuisance', weight: 2 },
  'deal-denied': { harm: 'money', weight: 3 },
  'trick-words': { harm: 'money', weight: 4 },
  'trick-code': { harm: 'money', weight: 4 },
  'far-below-usual': { harm: 'deceit', weight: 5 },
  'wrong-category': { harm: 'nuisance', weight: 2 },
  'text-of-another': { harm: 'deceit', weight: 6 },
  'threatening-words': { harm: 'danger', weight: 4 },
  'prohibited-words': { harm: 'goods', weight: 8 },
}

/** Ranks of the classes of harm by reason, for assess_case. */
export const REPORT_HARM_RANKS = Object.fromEntries(
  REPORT_REASON_NAMES.map((reason) => [reason, harmRank(reasonHarm(reason))]),
)
export const SIGNAL_HARM_RANKS = Object.fromEntries(
  Object.entries(SIGNALS).map(([reason, { harm }]) => [reason, harmRank(harm)]),
)
export const LEAST_HARM_RANK = HARM_NAMES.length

/** A case opens without any report if the signals add up to this. */
export const CASE_FROM_RISK = 8

/** Facts about a person's earlier reports. */
export interface ReporterRecord {
  upheld: number
  notUpheld: number
  isNew: boolean
}

/**
 * The weight of a report alone. It is up to doubled for people whose reports were upheld, and almost nothing
 * for people whose reports were not; a new account counts half.
 */
export function reportWeight(reason: ReportReason, { upheld, notUpheld, isNew }: ReporterRecord): number {
  const record = (2 * (upheld + 1)) / (upheld + notUpheld + 2)
  return reasonWeight(reason) * record * (isNew ? 0.5 : 1)
}

/** The weight of a report without an account: half that of a known person. */
export const outsideWeight = (reason: ReportReason): number => reasonWeight(reason) / 2

/**
 * Weight that a report adds to the risk. With the reports that may come from the same person, which together weigh
 * `counted`, it weighs as much as the heaviest of them.
 */
export const addedWeight = (weight: number, counted: number): number => Math.max(0, weight - counted)

/** Shorter words are often the same by chance, for example 'This is a scam'. */
export const SAME_WORDS_LENGTH = 20
