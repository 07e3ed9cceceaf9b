interface HoldDeclaration {
  /** Reason for the seller. */
  why: string
  /** Advice to the seller. */
  advice: string
  /**
   * Days after which it goes online by itself; undefined for a decision, and if the operator chooses the
   * minutes.
   */
  days?: number
}

/** Every reason for holding a listing, the most serious first. The table `product_holds` checks the names. */
export const HOLDS = {
  removed: {
    why: 'A moderator removed it.',
    advice: 'Read the reason under Decisions. You can ask somebody else to look at it again.',
  },
  suspended: {
    why: 'Your account was suspended.',
    advice: 'It is shown again a few minutes after the suspension ends.',
  },
  'imei-stolen': {
    why: 'Somebody who knows this phone reported it stolen.',
    advice: 'Tell the moderators where you got the phone, such as the shop and the date on the receipt.',
    days: 14,
  },
  'imei-of-another': {
    why: 'Another seller has a phone with this IMEI for sale.',
    advice: 'Check the number with *#06#. If it is right, tell the moderators where you got the phone.',
    days: 7,
  },
  'prohibited-goods': {
    why: 'It reads as if something were for sale that may not be sold here. A moderator looks at it first.',
    advice: 'If it is something else, tell the moderators what it is. See “What may not be sold here”.',
  },
  moderator: {
    why: 'A moderator is looking at it.',
    advice: 'If something may be unclear, explain it to the moderators.',
    days: 7,
  },
  'banned-mailbox': {
    why: 'We closed another account with your e-mail address or phone number.',
    advice: 'If that account was not yours, tell the moderators.',
    days: 7,
  },
  'photo-of-another': {
    why: 'A photo was in another seller’s listing first.',
    advice: 'If it is your photo, tell the moderators. A new photo of your item helps.',
    days: 3,
  },
  'changed-while-limited': {
    why: 'You changed it into another item while your account is limited.',
    advice: 'Tell the moderators what you changed, and why.',
    days: 3,
  },
  'first-listing': {
    why: 'This is your first listing. A moderator looks at it first.',
    advice: 'You do not need to do anything.',
  },
} as const satisfies Record<string, HoldDeclaration>

export type HoldCause = keyof typeof HOLDS
export const HOLD_CAUSES = Object.keys(HOLDS) as [HoldCause, ...HoldCause[]]
const BY_CAUSE: Record<HoldCause, HoldDeclaration> = HOLDS
export const holdNamed = (cause: HoldCause): HoldDeclaration => BY_CAUSE[cause]
/** Returns whether a decision holds it, which is appealed instead of answered. */
export const isDecidedHold = (cause: HoldCause): boolean => cause === 'removed' || cause === 'suspended'
