import type { AppealLine } from '#contract/moderation/appeals/appeals.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

export const KIND_TEXTS: Record<TargetKind, string> = {
  product: 'Listing',
  person: 'Person',
  message: 'Message',
  review: 'Review',
}

/** Reasons why another moderator decides. */
export const BAR_TEXTS: Record<NonNullable<AppealLine['bar']>, string> = {
  reported: 'You reported something of this person. Somebody else decides about them.',
  conversation: 'You chatted with this person. Somebody else decides about them.',
  review: 'One of you reviewed the other. Somebody else decides about them.',
  block: 'One of you blocked the other. Somebody else decides about them.',
  'own-decision': 'You decided this yourself. Somebody else looks at the appeal.',
}

/** Texts of the statuses for staff; a status without one is shown as the server sends it. */
export const LISTING_STATUSES: Record<string, string> = {
  available: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  held: 'Held',
}
