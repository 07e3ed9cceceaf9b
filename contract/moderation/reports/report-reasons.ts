export const TARGET_KINDS = ['product', 'person', 'message', 'review'] as const
/** Kinds of things that people report and moderators decide about. */
export type TargetKind = (typeof TARGET_KINDS)[number]

interface ReasonGroup {
  /** The choice in the first step. */
  text: string
  of: readonly TargetKind[]
  /** Weight of such a report in its case, from a person about whom nothing is known yet. */
  weight: number
  /** The choices in the second step. */
  reasons: Record<string, string>
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
      prepayment: 'Asks for money before showing the item',
      'delivery-fee': 'Asks for a delivery fee first',
      'code-or-pin': 'Asks for a code, a PIN or wallet details',
      'false-payment': 'Says they sent money but did not',
    },
  },
  untrue: {
    text: 'It is fake or misleading',
    of: ['product', 'person'],
    weight: 3,
    reasons: {
      fake: 'A fake or a copy',
      misleading: 'Description or photos show something else',
      pretends: 'Pretends to be somebody else',
    },
  },
  forbidden: {
    text: 'It is not allowed here',
    of: ['product', 'person'],
    weight: 4,
    reasons: {
      stolen: 'Stolen',
      prohibited: 'A prohibited item',
    },
  },
  listing: {
    text: 'A problem with the listing',
    of: ['product'],
    weight: 1,
    reasons: {
      'wrong-category': 'In the wrong category',
      'already-sold': 'Already sold or not available',
      repeated: 'Listed again and again',
    },
  },
  behaviour: {
    text: 'How somebody behaves',
    of: ['person', 'message', 'review', 'product'],
    weight: 3,
    reasons: {
      harassment: 'Insults or harasses somebody',
      threat: 'Threatens somebody',
      hate: 'Spreads hate about a group of people',
      spam: 'Spam or advertising',
    },
  },
  rights: {
    text: 'It breaks somebody’s rights',
    of: ['product', 'person'],
    weight: 3,
    reasons: {
      copied: 'Uses a photo, a text or a brand without permission',
      exposed: 'Shows somebody’s face, name or number without permission',
    },
  },
  child: {
    text: 'A child is in danger',
    of: TARGET_KINDS,
    // Comes before everything that has waited for less than two days.
    weight: 60,
    reasons: { child: 'A child is in danger' },
  },
  opinion: {
    text: 'A problem with the review',
    of: ['review'],
    weight: 2,
    reasons: {
      'false-review': 'Not about a real meeting or sale',
      private: 'Shows somebody’s private details',
    },
  },
  other: {
    text: 'Something else',
    of: TARGET_KINDS,
    weight: 2,
    reasons: { other: 'Something else' },
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
export const reasonText = (reason: string): string => groupOf(reason)?.reasons[reason] ?? reason

export const reasonWeight = (reason: ReportReason): number => groupOf(reason)?.weight ?? 0

/** The groups of reasons for this kind of thing. */
export const reasonGroupsFor = (kind: TargetKind): readonly ReasonGroup[] =>
  GROUPS.filter((group) => group.of.includes(kind))

export const isReasonFor = (reason: ReportReason, kind: TargetKind): boolean =>
  groupOf(reason)?.of.includes(kind) === true
