import { type AmountName, EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { INITIAL_CHOICES, type ProductChoices } from '#contract/selling/choices.ts'
import type { Region } from '#contract/catalog/regions.ts'

export interface CustomField {
  name: string
  value: string
}

/** The form as it stands on the screen, complete or not. */
export interface ListingValues extends ProductChoices, Record<AmountName, string> {
  title: string
  description: string
  category: string
  region: Region | ''
  location: string
  tags: string[]
  customFields: CustomField[]
  /** By name; also those of categories that were chosen before, which are not sent. */
  attributes: Record<string, string>
}

export const EMPTY_LISTING: ListingValues = {
  title: '',
  description: '',
  category: '',
  region: '',
  location: '',
  tags: [],
  customFields: [],
  attributes: {},
  ...EMPTY_AMOUNTS,
  ...INITIAL_CHOICES,
}
