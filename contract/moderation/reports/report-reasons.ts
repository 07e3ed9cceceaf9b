import type { Harm } from '#contract/moderation/harms.ts'

export const TARGET_KINDS = ['product', 'person', 'message', 'review'] as const
/** Kinds of things that people report and moderators decide about. */
export type TargetKind = (typeof TARGET_KINDS)[number]

interface Reason {
  text: string
  /** Class of the harm that such a report speaks of. */
  harm: Harm
}

interface ReasonGroup {
  /** The choice in the first step. */
  text: string
  of: readonly TargetKind[]
  /** Weight of such a report in its case, from a person about whom nothing is known yet. */
  weight: number
  /** The choices in the second step. */
  reasons: Record<string, Reason>
}

/**
 * Reasons for reports, in the two steps in which people choose them. The database stores a reason by its
 * name.
 */
const REPORT_REASONS = {
  payment: {
    text: 'It is about money',
    of: ['product', 'person', 'message'],
    weight: 4,
    reasons: {
      prepayment: { text: 'Asks for money before showing the item', harm: 'money' },
      'delivery-fee': { text: 'Asks for a delivery fee first', harm: 'money' },
      'code-or-pin': { text: 'Asks for a code, a PIN or wallet details', harm: 'money' },
      'false-payment': { text: 'Says they sent money but did not', harm: 'money' },
    },
  },
  untrue: {
    text: 'It is fake or misleading',
    of: ['product', 'person'],
    weight: 3,
    reasons: {
      fake: { text: 'A fake or a copy', harm: 'deceit' },
      misleading: { text: 'Description or photos show something else', harm: 'deceit' },
      pretends: { text: 'Pretends to be somebody else', harm: 'deceit' },
    },
  },
  forbidden: {
    text: 'It is not allowed here',
    of: ['product', 'person'],
    weight: 4,
    reasons: {
      stolen: { text: 'Stolen', harm: 'goods' },
      prohibited: { text: 'A prohibited item', harm: 'goods' },
    },
  },
  listing: {
    text: 'A problem with the listing',
    of: ['product'],
    weight: 1,
    reasons: {
      'wrong-category': { text: 'In the wrong category', harm: 'nuisance' },
      'already-sold': { text: 'Already sold or not available', harm: 'nuisance' },
      repeated: { text: 'Listed again and again', harm: 'nuisance' },
    },
  },
  behaviour: {
    text: 'How somebody behaves',
    of: ['person', 'message', 'review', 'product'],
    weight: 3,
    reasons: {
      harassment: { text: 'Insults or harasses somebody', harm: 'deceit' },
      threat: { text: 'Threatens somebody', harm: 'danger' },
      hate: { text: 'Spreads hate about a group of people', harm: 'deceit' },
      spam: { text: 'Spam or advertising', harm: 'nuisance' },
    },
  },
  rights: {
    text: 'It breaks somebody’s rights',
    of: ['product', 'person'],
    weight: 3,
    reasons: {
      copied: { text: 'Uses a photo, a text or a brand without permission', harm: 'deceit' },
      exposed: { text: 'Shows somebody’s face, name or number without permission', harm: 'deceit' },
    },
  },
  child: {
    text: 'A child is in danger',
    of: TARGET_KINDS,
    weight: 4,
    reasons: { child: { text: 'A child is in danger', harm: 'danger' } },
  },
  opinion: {
    text: 'A problem with the review',
    of: ['review'],
    weight: 2,
    reasons: {
      'false-review': { text: 'Not about a real meeting or sale', harm: 'deceit' },
      private: { text: 'Shows somebody’s private details', harm: 'deceit' },
    },
  },
  other: {
    text: 'Something else',
    of: TARGET_KINDS,
    weight: 2,
    reasons: { other: { text: 'Something else', harm: 'nuisance' } },
  },
} as const satisfies Record<string, ReasonGroup>

type Groups = typeof REPORT_REASONS
type NamesIn<Group> = Group extends { reasons: infer Reasons } ? keyof Reasons & string : never
export type ReportReason = NamesIn<Groups[keyof Groups]>

const GROUPS: readonly ReasonGroup[] = Object.values(REPORT_REASONS)
export const REPORT_REASON_NAMES = GROUPS.flatMap((group) => Object.keys(group.reasons)) as [
  ReportReason,
  ...ReportReason[],
]

const groupOf = (reason: string): ReasonGroup | undefined =>
  GROUPS.find((group) => Object.hasOwn(group.reasons, reason))

/** A reason that a newer version stored is shown by its name. */
export const reasonText = (reason: string): string => groupOf(reason)?.reasons[reason]?.text ?? reason

export const reasonWeight = (reason: ReportReason): number => groupOf(reason)?.weight ?? 0

export const reasonHarm = (reason: ReportReason): Harm => groupOf(reason)?.reasons[reason]?.harm ?? 'nuisance'

/** The groups of reasons for this kind of thing. */
export const reasonGroupsFor = (kind: TargetKind): readonly ReasonGroup[] =>
  GROUPS.filter((group) => group.of.includes(kind))

export const isReasonFor = (reason: ReportReason, kind: TargetKind): boolean =>
  groupOf(reason)?.of.includes(kind) === true
