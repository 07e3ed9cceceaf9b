import { type Harm, HARM_NAMES, harmRank } from '#contract/moderation/harms.ts'
import {
  reasonHarm,
  reasonWeight,
  REPORT_REASON_NAMES,
  type ReportReason,
} from '#contract/moderation/reports/report-reasons.ts'

interface SignalDeclaration {
  /** Class of the harm that it may mean; the queue shows graver classes first. */
  harm: Harm
  /** Weight in the risk of a case. Each point moves the case forward by an hour within its class. */
  weight: number
  /** The text for moderators. */
  text: string
}

/** Every reason to look at something, from all domains. Moderators read signals; a signal decides nothing. */
export const SIGNALS = {
  'imei-stolen': { harm: 'goods', weight: 20, text: 'Somebody who knows the phone reported it stolen' },
  'imei-reported': { harm: 'goods', weight: 10, text: 'An unknown person reported the phone stolen' },
  'imei-of-another': { harm: 'goods', weight: 10, text: 'Another account has the same phone for sale' },
  'photo-of-another': { harm: 'deceit', weight: 8, text: 'A photo was in another seller’s listing first' },
  'banned-mailbox': { harm: 'deceit', weight: 10, text: 'Same mailbox as a banned account' },
  'deleted-account': {
    harm: 'deceit',
    weight: 8,
    text: 'Same mailbox or phone number as a deleted account that was limited or reported, or has an open case',
  },
  'changed-while-limited': {
    harm: 'deceit',
    weight: 8,
    text: 'Changed into another item while its seller is limited',
  },
  'access-of-banned': {
    harm: 'deceit',
    weight: 5,
    text: 'Same device or network address as a banned account',
  },
  'first-listing': { harm: 'nuisance', weight: 2, text: 'First listing of a new account' },
  'deal-denied': {
    harm: 'money',
    weight: 3,
    text: 'Confirmed a deal of which the other person says that they never met',
  },
  'trick-words': { harm: 'money', weight: 4, text: 'The listing has words of a known trick' },
  'trick-code': { harm: 'money', weight: 4, text: 'A QR code in a photo leads elsewhere, or asks for money' },
  'far-below-usual': { harm: 'deceit', weight: 5, text: 'Costs far less than similar items' },
  'wrong-category': { harm: 'nuisance', weight: 2, text: 'The title suggests another category' },
  'text-of-another': { harm: 'deceit', weight: 6, text: 'Nearly the same words as another seller’s listing' },
  'threatening-words': { harm: 'danger', weight: 4, text: 'The reported message has words of a threat' },
  'prohibited-words': { harm: 'goods', weight: 8, text: 'The listing names prohibited goods' },
} as const satisfies Record<string, SignalDeclaration>

export type SignalReason = keyof typeof SIGNALS

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
 * What a report adds to the risk. With the reports that may come from the same person, which together weigh
 * `counted`, it weighs as much as the heaviest of them.
 */
export const addedWeight = (weight: number, counted: number): number => Math.max(0, weight - counted)

/** Shorter words are often the same by chance, for example 'This is a scam'. */
export const SAME_WORDS_LENGTH = 20
