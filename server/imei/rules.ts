import type { ImeiAnswer } from '#contract/imei/imei.ts'

const DAY = 24 * 60 * 60

/** Enough for a market day, too few to guess the numbers of a model. */
export const CHECKS_PER_PERSON = { attempts: 20, seconds: DAY }
/** Many phones share one address of their network. */
export const CHECKS_PER_ADDRESS = { attempts: 100, seconds: DAY }
export const REPORTS_PER_PERSON = { attempts: 5, seconds: DAY }
export const REPORTS_PER_ADDRESS = { attempts: 20, seconds: DAY }
export const CHANGES_PER_PERSON = { attempts: 60, seconds: DAY }

/** Reports from younger accounts do not hold a listing. */
export const KNOWN_AFTER_DAYS = 30

export interface SellerRecord {
  phoneVerified: boolean
  memberDays: number
  deals: number
}

interface KnownPhone {
  isStolen: boolean
  /** Undefined without a listing, or if it has no IMEI. */
  isOfListing: boolean | undefined
}

export function imeiAnswer({ isStolen, isOfListing }: KnownPhone): ImeiAnswer {
  if (isStolen) return 'stolen'
  if (isOfListing === undefined) return 'none'
  return isOfListing ? 'match' : 'other'
}
