import { reasonWeight, type ReportReason } from '#contract/moderation/reports/report-reasons.ts'

interface SignalDeclaration {
  /** Weight in the risk of a case: 10 alone are worth ten hours in the queue. */
  weight: number
  /** The text for moderators. */
  text: string
}

/** Every reason to look at something, from all domains. Moderators read signals; a signal decides nothing. */
export const SIGNALS = {
  'imei-stolen': { weight: 20, text: 'The phone was reported stolen by somebody who had to do with it' },
  'imei-reported': { weight: 10, text: 'An unknown person reported the phone stolen' },
  'imei-of-another': { weight: 10, text: 'Another account has the same phone for sale' },
  'photo-of-another': { weight: 8, text: 'A photo was in another seller’s listing first' },
  'banned-mailbox': { weight: 10, text: 'Same mailbox as a banned account' },
  'deleted-account': {
    weight: 8,
    text: 'Same mailbox or phone number as a deleted account that was limited, reported or is still looked at',
  },
  'changed-while-limited': { weight: 8, text: 'Became another thing while its seller is limited' },
  'access-of-banned': { weight: 5, text: 'On a device, or at an address, of a banned account' },
  'first-listing': { weight: 2, text: 'First listing of a new account' },
  'trick-words': { weight: 4, text: 'Words of a known trick in the listing' },
  'trick-code': { weight: 4, text: 'A QR code in a photo leads elsewhere, or asks for money' },
  'far-below-usual': { weight: 5, text: 'Far below what similar ones cost' },
  'wrong-category': { weight: 2, text: 'Its title speaks of another category' },
  'text-of-another': { weight: 6, text: 'Nearly the same words as another seller’s listing' },
  'prohibited-words': { weight: 8, text: 'Words of goods that may not be sold' },
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
