import type { Condition, PriceType } from '#contract/selling/choices.ts'

export const CONDITION_TEXTS: Record<Condition, string> = {
  new: 'New',
  'like-new': 'Like new',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
}

export const PRICE_TYPE_TEXTS: Record<PriceType, string> = { negotiable: 'Negotiable', fixed: 'Fixed price' }
