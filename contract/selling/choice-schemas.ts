import * as z from 'zod/mini'
import { type ChoiceName, choiceNames, type ChoiceValue, choiceValues, PRODUCT_CHOICES } from './choices.ts'

/** A field for each of a product's choices. */
export const choiceSchemas = Object.fromEntries(
  choiceNames.map((name) => [
    name,
    z.enum(choiceValues(name), `Choose ${PRODUCT_CHOICES[name].label.toLowerCase()}`),
  ]),
) as unknown as { [Name in ChoiceName]: z.ZodMiniEnum<{ [Value in ChoiceValue<Name>]: Value }> }
