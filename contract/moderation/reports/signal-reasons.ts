/** Texts for moderators of the reasons for which the program looks at something. */
export const SIGNAL_TEXTS = {
  'imei-stolen': 'Somebody who knows the phone reported it stolen',
  'imei-reported': 'An unknown person reported the phone stolen',
  'imei-of-another': 'Another account has the same phone for sale',
  'photo-of-another': 'A photo was in another seller’s listing first',
  'banned-mailbox': 'Same mailbox as a banned account',
  'deleted-account':
    'Same mailbox or phone number as a deleted account that was limited or reported, or has an open case',
  'changed-while-limited': 'Changed into another item while its seller is limited',
  'access-of-banned': 'Same device or network address as a banned account',
  'first-listing': 'First listing of a new account',
  'deal-denied': 'Confirmed a deal of which the other person says that they never met',
  'trick-words': 'The listing has words of a known trick',
  'trick-code': 'A QR code in a photo leads elsewhere, or asks for money',
  'far-below-usual': 'Costs far less than similar items',
  'wrong-category': 'The title suggests another category',
  'text-of-another': 'Nearly the same words as another seller’s listing',
  'threatening-words': 'The reported message has words of a threat',
  'prohibited-words': 'The listing names prohibited goods',
} as const

export type SignalReason = keyof typeof SIGNAL_TEXTS
export const SIGNAL_REASON_NAMES = Object.keys(SIGNAL_TEXTS) as [SignalReason, ...SignalReason[]]

/** A reason that a newer version stored is shown by its name. */
export const signalText = (reason: string): string =>
  Object.hasOwn(SIGNAL_TEXTS, reason) ? SIGNAL_TEXTS[reason as SignalReason] : reason
