import type { TargetKind } from '#contract/moderation/report-reasons.ts'

export const KIND_TEXTS: Record<TargetKind, string> = {
  product: 'Listing',
  person: 'Person',
  message: 'Message',
  review: 'Review',
}

/** Until the server says more; a page of a role alone. */
export const LISTING_STATUSES: Record<string, string> = {
  available: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  held: 'Held',
}
