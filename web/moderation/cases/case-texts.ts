import { caseCode, KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import type { AppealLine } from '#contract/moderation/appeals/appeals.ts'
import type { TargetKind } from '#contract/moderation/reports/report-reasons.ts'

/** 'Listing 3F09A2', which tells cases with the same title apart. */
export const caseName = ({ id, target }: { id: string; target: { kind: TargetKind } }): string =>
  `${KIND_TEXTS[target.kind]} ${caseCode(id)}`

/** Risk or weight with one decimal at most, because most weights are fractions. */
export const pointsText = (points: number): string => String(Math.round(points * 10) / 10)

/** Reasons why another moderator decides. */
export const BAR_TEXTS: Record<NonNullable<AppealLine['bar']>, string> = {
  reported: 'You reported this person or their content. A colleague has to decide.',
  conversation: 'You chatted with this person. A colleague has to decide.',
  review: 'One of you reviewed the other. A colleague has to decide.',
  block: 'One of you blocked the other. A colleague has to decide.',
  'own-decision': 'You decided this yourself. A colleague has to look at the appeal.',
}

/** Texts of the statuses for staff; a status without one is shown as the server sends it. */
export const LISTING_STATUSES: Record<string, string> = {
  available: 'For sale',
  reserved: 'Reserved',
  sold: 'Sold',
  held: 'Held',
}
