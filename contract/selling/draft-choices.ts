import {
  type ChoiceName,
  choiceNames,
  type ChoiceValue,
  PRODUCT_CHOICES,
  type ProductChoices,
} from './choices.ts'

type AskedName = {
  [Name in ChoiceName]: (typeof PRODUCT_CHOICES)[Name] extends { isAsked: true } ? Name : never
}[ChoiceName]
/** The choices of a draft: '' is not chosen yet. */
export type DraftChoices = {
  [Name in ChoiceName]: ChoiceValue<Name> | (Name extends AskedName ? '' : never)
}

export const isAsked = (name: ChoiceName): boolean => 'isAsked' in PRODUCT_CHOICES[name]

/** Choices of a listing from a client that does not know them. */
export const INITIAL_CHOICES = Object.fromEntries(
  choiceNames.map((name) => [name, PRODUCT_CHOICES[name].initial]),
) as unknown as ProductChoices

/** Choices of an empty form. */
export const EMPTY_CHOICES = Object.fromEntries(
  choiceNames.map((name) => [name, isAsked(name) ? '' : PRODUCT_CHOICES[name].initial]),
) as unknown as DraftChoices
