import { type ActionName, actionNamed, type RuleName } from '#contract/moderation/cases/decisions.ts'
import type { ReportReason, TargetKind } from '#contract/moderation/reports/report-reasons.ts'
import type { SignalReason } from '#contract/moderation/reports/signal-reasons.ts'
import { LEAST_HARM_RANK, REPORT_HARM_RANKS, SIGNAL_HARM_RANKS } from './rules.ts'

/** A decision that a moderator can accept or change. The desk fills in the words of its rule. */
export interface Proposal {
  action: ActionName
  rule: RuleName | null
}

type Proposed = Proposal | null

const remove = (rule: RuleName): Proposal => ({ action: 'remove', rule })
const warn = (rule: RuleName): Proposal => ({ action: 'warn', rule })
const HOLD: Proposal = { action: 'hold', rule: null }
const APPROVE: Proposal = { action: 'approve', rule: null }

/**
 * Proposals by the reason of a report. No reason proposes to shut somebody out, because only a moderator can
 * weigh that. Null if every case is different, or if a person may be in danger.
 */
const OF_REPORTS: Record<ReportReason, Proposed> = {
  prepayment: remove('no-money-first'),
  'delivery-fee': remove('no-money-first'),
  'code-or-pin': remove('no-money-first'),
  'false-payment': null,
  fake: remove('true-listings'),
  misleading: warn('true-listings'),
  pretends: remove('one-account'),
  stolen: HOLD,
  prohibited: remove('allowed-goods'),
  'wrong-category': APPROVE,
  'already-sold': null,
  repeated: remove('no-spam'),
  harassment: warn('respect'),
  threat: remove('no-threats'),
  hate: remove('respect'),
  spam: remove('no-spam'),
  copied: remove('true-listings'),
  exposed: remove('privacy'),
  child: null,
  'false-review': remove('honest-reviews'),
  private: remove('privacy'),
  other: null,
}

/** Proposals by the reason of a signal; null if it only says that somebody should look. */
const OF_SIGNALS: Record<SignalReason, Proposed> = {
  'imei-stolen': remove('own-goods'),
  'imei-reported': HOLD,
  'imei-of-another': HOLD,
  'photo-of-another': remove('true-listings'),
  'banned-mailbox': null,
  'deleted-account': null,
  'changed-while-limited': remove('true-listings'),
  'access-of-banned': null,
  'first-listing': APPROVE,
  'deal-denied': null,
  'trick-words': remove('no-money-first'),
  'trick-code': remove('no-money-first'),
  'far-below-usual': HOLD,
  'wrong-category': APPROVE,
  'text-of-another': remove('true-listings'),
  'threatening-words': remove('respect'),
  'prohibited-words': remove('allowed-goods'),
}

const CHILD: ReportReason = 'child'

interface Weighed {
  reason: string
  weight: number
}

interface Found {
  kind: TargetKind
  reports: readonly Weighed[]
  signals: readonly Weighed[]
}

/** A person cannot be removed or held, only warned. */
function fitting({ action, rule }: Proposal, kind: TargetKind): Proposed {
  if (actionNamed(action).of.includes(kind)) return { action, rule }
  return rule === null ? null : warn(rule)
}

interface Reason extends Weighed {
  proposed: Proposed
  /** Place of its class of harm, 1 for the gravest. */
  harm: number
}

const reasonsFrom = (
  found: readonly Weighed[],
  proposals: Record<string, Proposed>,
  ranks: Record<string, number>,
): Reason[] =>
  found.map(({ reason, weight }) => ({
    reason,
    weight,
    proposed: proposals[reason] ?? null,
    harm: ranks[reason] ?? LEAST_HARM_RANK,
  }))

/**
 * The proposal of the heaviest reason of the gravest class; of two that weigh the same, the report's. Reasons that
 * propose to approve count only if there are no others. Nothing is proposed if a child may be in danger.
 */
export function proposeDecision({ kind, reports, signals }: Found): Proposed {
  const all = [
    ...reasonsFrom(reports, OF_REPORTS, REPORT_HARM_RANKS),
    ...reasonsFrom(signals, OF_SIGNALS, SIGNAL_HARM_RANKS),
  ]
  if (all.some(({ reason }) => reason === CHILD)) return null
  const gravest = Math.min(...all.map(({ harm }) => harm))
  const sorted = all
    .filter(({ harm }) => harm === gravest)
    .toSorted((one, other) => other.weight - one.weight)
  const chosen = sorted.find(({ proposed }) => proposed?.action !== 'approve') ?? sorted[0]
  return chosen?.proposed ? fitting(chosen.proposed, kind) : null
}
