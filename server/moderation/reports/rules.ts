import { reasonWeight, type ReportReason } from '#contract/moderation/reports/report-reasons.ts'

interface SignalDeclaration {
  /** Weight in the risk of a case. Each point moves the case forward by an hour in the queue. */
  weight: number
  /** The text for moderators. */
  text: string
}

/** Every reason to look at something, from all domains. Moderators read signals; a signal decides nothing. */
export const SIGNALS = {
  'imei-stolen': { weight: 20, text: 'Somebody who knows the phone reported it stolen' },
  'imei-reported': { weight: 10, text: 'An unknown person reported the phone stolen' },
  'imei-of-another': { weight: 10, text: 'Another account has the same phone for sale' },
  'photo-of-another': { weight: 8, text: 'A photo was in another seller’s listing first' },
  'banned-mailbox': { weight: 10, text: 'Same mailbox as a banned account' },
  'deleted-account': {
    weight: 8,
    text: 'Same mailbox or phone number as a deleted account that was limited or reported, or has an open case',
  },
  'changed-while-limited': { weight: 8, text: 'Changed into another item while its seller is limited' },
  'access-of-banned': { weight: 5, text: 'Same device or network address as a banned account' },
  'first-listing': { weight: 2, text: 'First listing of a new account' },
  'deal-denied': { weight: 3, text: 'Confirmed a deal of which the other person says that they never met' },
  'trick-words': { weight: 4, text: 'The listing has words of a known trick' },
  'trick-code': { weight: 4, text: 'A QR code in a photo leads elsewhere, or asks for money' },
  'far-below-usual': { weight: 5, text: 'Costs far less than similar items' },
  'wrong-category': { weight: 2, text: 'The title suggests another category' },
  'text-of-another': { weight: 6, text: 'Nearly the same words as another seller’s listing' },
  'prohibited-words': { weight: 8, text: 'The listing names prohibited goods' },
} as const satisfies Record<string, SignalDeclaration>

export type SignalReason = keyof typeof SIGNALS

/** A case opens without any report if the signals add up to this. */
export const CASE_FROM_RISK = 8

/** Facts about a person's earlier reports. */
export interface ReporterRecord {
  upheld: number
  notUpheld: number
  isNew: boolean
  /** True if they share a device with somebody who already reported the same. */
  isLinked: boolean
}

/**
 * The weight of a report in its case. It is up to doubled for people whose reports were upheld, and almost
 * nothing for people whose reports were not; a new account counts half, and a second account on one device
 * nothing.
 */
export function reportWeight(
  reason: ReportReason,
  { upheld, notUpheld, isNew, isLinked }: ReporterRecord,
): number {
  if (isLinked) return 0
  const record = (2 * (upheld + 1)) / (upheld + notUpheld + 2)
  return reasonWeight(reason) * record * (isNew ? 0.5 : 1)
}

/**
 * The weight of a report without an account: half that of a known person. Those of one case together weigh
 * as much as its most serious one, because nobody can tell how many people sent them.
 */
export const outsideWeight = (reason: ReportReason, others: number): number =>
  Math.max(0, reasonWeight(reason) / 2 - others)
