/** What moderators decide about. */
export type TargetKind = 'product' | 'person' | 'message' | 'review'

export interface Target {
  kind: TargetKind
  id: string
}

/** Why a product is held: until a moderator looked at it, by a decision, or with its suspended seller. */
export type HoldCause = 'review' | 'removed' | 'suspended'

interface SignalDeclaration {
  /** What it adds to the risk of a case: 10 alone are worth ten hours in the queue. */
  weight: number
  /** For moderators. */
  text: string
}

/** Every reason to look at something, from whatever domain it comes. A signal is read by a moderator and decides nothing. */
export const SIGNALS = {
  'first-listing': { weight: 2, text: 'First listing of a new account' },
} as const satisfies Record<string, SignalDeclaration>

export type SignalReason = keyof typeof SIGNALS

/** From this sum of signals on, a case is opened without any report. */
export const CASE_FROM_RISK = 8
