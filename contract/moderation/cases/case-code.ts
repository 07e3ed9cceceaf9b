import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

const CODE_LENGTH = 6

/** The end of a case's id, by which colleagues name it to each other: '3F09A2'. The search knows it as well. */
export const caseCode = (id: string): string => id.slice(-CODE_LENGTH).toUpperCase()

export const KIND_TEXTS: Record<TargetKind, string> = {
  product: 'Listing',
  person: 'Person',
  message: 'Message',
  review: 'Review',
}
