import type { TrustLevel } from '#contract/limits.ts'

export interface TrustFacts {
  isPhoneVerified: boolean
  /** Age of the account. */
  ageDays: number
  /** People with whom they have a confirmed deal. */
  partners: number
}

const SETTLED_DAYS = 30
const SETTLED_PARTNERS = 3

/** A verified phone or some time on the site makes a person 'known'; both together make them 'trusted'. */
export function trustLevel({ isPhoneVerified, ageDays, partners }: TrustFacts): TrustLevel {
  const isSettled = ageDays >= SETTLED_DAYS || partners >= SETTLED_PARTNERS
  if (isPhoneVerified && isSettled) return 'trusted'
  return isPhoneVerified || isSettled ? 'known' : 'new'
}
