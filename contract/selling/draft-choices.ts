import {
  type ChoiceName,
  choiceNames,
  type ChoiceValue,
  PRODUCT_CHOICES,
  type ProductChoices,
} from './choices.ts'

/** The form presets none of these: the seller must choose before publishing, and a draft may lack them. */
const ASKED = ['condition'] as const satisfies ChoiceName[]
type AskedName = (typeof ASKED)[number]

/** The choices of a draft: '' is not chosen yet. */
export type DraftChoices = {
  [Name in ChoiceName]: ChoiceValue<Name> | (Name extends AskedName ? '' : never)
}

export const isAsked = (name: ChoiceName): boolean => ASKED.some((asked) => asked === name)

/** Choices of a listing from a client that does not know them. */
export const INITIAL_CHOICES = Object.fromEntries(
  choiceNames.map((name) => [name, PRODUCT_CHOICES[name].initial]),
) as unknown as ProductChoices

/** Choices of an empty form. */
export const EMPTY_CHOICES = Object.fromEntries(
  choiceNames.map((name) => [name, isAsked(name) ? '' : PRODUCT_CHOICES[name].initial]),
) as unknown as DraftChoices
