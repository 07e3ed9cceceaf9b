import type { Condition, PriceType } from '#contract/selling/choices.ts'
import type { Region } from '#contract/catalog/regions.ts'

export interface CustomField {
  name: string
  value: string
}

/** The form as it stands on the screen, complete or not. */
export interface ListingValues {
  title: string
  description: string
  price: string
  priceType: PriceType
  category: string
  condition: Condition
  region: Region | ''
  location: string
  tags: string[]
  customFields: CustomField[]
}

/** SPEC 3: the condition is good unless said otherwise. */
export const EMPTY_LISTING: ListingValues = {
  title: '',
  description: '',
  price: '',
  priceType: 'negotiable',
  category: '',
  condition: 'good',
  region: '',
  location: '',
  tags: [],
  customFields: [],
}
