import type { TrustLevel } from '#contract/limits.ts'

export interface TrustFacts {
  isPhoneVerified: boolean
  /** Age of the account. */
  ageDays: number
  sold: number
}

const SETTLED_DAYS = 30
const SETTLED_SALES = 3

/** A verified phone or some time on the site makes a person 'known'; both together make them 'trusted'. */
export function trustLevel({ isPhoneVerified, ageDays, sold }: TrustFacts): TrustLevel {
  const isSettled = ageDays >= SETTLED_DAYS || sold >= SETTLED_SALES
  if (isPhoneVerified && isSettled) return 'trusted'
  return isPhoneVerified || isSettled ? 'known' : 'new'
}
