import { isolated } from '#contract/isolated.ts'
import { type HoldCause, holdNamed } from '#contract/selling/hold-causes.ts'

/** What a seller is notified of when a listing that was in sight is held. */
export function heldText(title: string, cause: HoldCause): string {
  const { why, advice } = holdNamed(cause)
  return `"${isolated(title)}" is not shown for now. ${why} ${advice}`
}

/** And when it is shown again. */
export const shownText = (title: string): string => `"${isolated(title)}" is online again`

const NEW_FOR_DAYS = 7

interface SellerRecord {
  phoneVerified: boolean
  memberDays: number
  sold: number
}

/** Whose listing waits for a moderator when its photo, or its IMEI, was another seller's first. */
export const isNewSeller = ({ phoneVerified, memberDays, sold }: SellerRecord): boolean =>
  !phoneVerified || (memberDays < NEW_FOR_DAYS && sold === 0)
