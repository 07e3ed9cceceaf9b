import type { TrustLevel } from '#contract/limits.ts'

export interface TrustFacts {
  isPhoneVerified: boolean
  /** Of the account. */
  ageDays: number
  sold: number
}

const SETTLED_DAYS = 30
const SETTLED_SALES = 3

/** Either a verified phone or having been here for a while makes known; both together make trusted. */
export function trustLevel({ isPhoneVerified, ageDays, sold }: TrustFacts): TrustLevel {
  const isSettled = ageDays >= SETTLED_DAYS || sold >= SETTLED_SALES
  if (isPhoneVerified && isSettled) return 'trusted'
  return isPhoneVerified || isSettled ? 'known' : 'new'
}
