import * as z from 'zod/mini'
import { type ChoiceName, choiceNames, type ChoiceValue, choiceValues, PRODUCT_CHOICES } from './choices.ts'
import { type DraftChoices, isAsked } from './draft-choices.ts'

type ChoiceSchemas = { [Name in ChoiceName]: z.ZodMiniEnum<{ [Value in ChoiceValue<Name>]: Value }> }
type DraftChoiceSchemas = { [Name in ChoiceName]: z.ZodMiniType<DraftChoices[Name], DraftChoices[Name]> }
type Sent<Schemas extends Record<ChoiceName, z.ZodMiniType>> = {
  [Name in ChoiceName]: z.ZodMiniOptional<Schemas[Name]>
}

export const choiceProblem = (name: ChoiceName) => `Choose ${PRODUCT_CHOICES[name].label.toLowerCase()}`

/** A field for each of a product's choices. */
export const choiceSchemas = Object.fromEntries(
  choiceNames.map((name) => [name, z.enum(choiceValues(name), choiceProblem(name))]),
) as unknown as ChoiceSchemas

/** The same for a draft, in which a choice that the form asks for may be empty. */
export const draftChoiceSchemas = Object.fromEntries(
  choiceNames.map((name) => [
    name,
    isAsked(name) ? z.enum(['', ...choiceValues(name)], choiceProblem(name)) : choiceSchemas[name],
  ]),
) as unknown as DraftChoiceSchemas

/**
 * The fields of a sent form: absent choices, for example from a client that does not know them yet, stay
 * unchanged.
 */
const sent = <Schemas extends Record<ChoiceName, z.ZodMiniType>>(schemas: Schemas) =>
  Object.fromEntries(choiceNames.map((name) => [name, z.optional(schemas[name])])) as unknown as Sent<Schemas>

export const sentChoices = sent(choiceSchemas)
export const sentDraftChoices = sent(draftChoiceSchemas)
