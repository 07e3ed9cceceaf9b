import { type AmountName, EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { type DraftChoices, EMPTY_CHOICES } from '#contract/selling/draft-choices.ts'
import type { Region } from '#contract/catalog/regions.ts'

export interface CustomField {
  name: string
  value: string
}

/** The form's values on the screen, complete or not. */
export interface ListingValues extends DraftChoices, Record<AmountName, string> {
  title: string
  description: string
  category: string
  region: Region | ''
  location: string
  tags: string[]
  customFields: CustomField[]
  /** Attribute values by name. Those of previously chosen categories stay here and are not sent. */
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
  ...EMPTY_CHOICES,
}
