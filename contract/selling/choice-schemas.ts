import * as z from 'zod/mini'
import { type ChoiceName, choiceNames, type ChoiceValue, choiceValues, PRODUCT_CHOICES } from './choices.ts'

type ChoiceSchemas = { [Name in ChoiceName]: z.ZodMiniEnum<{ [Value in ChoiceValue<Name>]: Value }> }

/** A field for each of a product's choices. */
export const choiceSchemas = Object.fromEntries(
  choiceNames.map((name) => [
    name,
    z.enum(choiceValues(name), `Choose ${PRODUCT_CHOICES[name].label.toLowerCase()}`),
  ]),
) as unknown as ChoiceSchemas

/**
 * The same for a sent form: absent choices, for example from a client that does not know them yet, stay
 * unchanged.
 */
export const sentChoices = Object.fromEntries(
  choiceNames.map((name) => [name, z.optional(choiceSchemas[name] as z.ZodMiniType)]),
) as unknown as { [Name in ChoiceName]: z.ZodMiniOptional<ChoiceSchemas[Name]> }
