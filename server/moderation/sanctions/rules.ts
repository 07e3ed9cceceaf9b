import { isolated } from '#contract/isolated.ts'
import { type HoldCause, holdNamed } from '#contract/selling/hold-causes.ts'

/** The notification to a seller when a visible listing is held. */
export function heldText(title: string, cause: HoldCause): string {
  const { why, advice } = holdNamed(cause)
  return `"${isolated(title)}" is not shown for now. ${why} ${advice}`
}

/** The notification when it is shown again. */
export const shownText = (title: string): string => `"${isolated(title)}" is online again`

const NEW_FOR_DAYS = 7

interface SellerRecord {
  phoneVerified: boolean
  memberDays: number
  /** Confirmed deals. */
  deals: number
}

/** A new seller's listing waits for a moderator if its photo or IMEI was another seller's first. */
export const isNewSeller = ({ phoneVerified, memberDays, deals }: SellerRecord): boolean =>
  !phoneVerified || (memberDays < NEW_FOR_DAYS && deals === 0)
