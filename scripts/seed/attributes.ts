import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { attributesOf, type AttributeValues, readAttributes } from '#contract/catalog/attribute-rules.ts'
import { attributesInTitle } from '#contract/catalog/attributes-in-title.ts'
import type { Random } from './random.ts'

/** Share of sellers who add attributes that are not in the title. */
const FILLED_IN = 0.6

/**
 * Small numbers are more frequent than large ones: most cars have less than a tenth of the highest mileage.
 */
function numberBetween(random: Random, min: number, max: number, decimals: number): string {
  const span = max - min
  const value = span > 200 ? min + span ** random.fraction() - 1 : min + span * random.fraction()
  return Math.min(max, value).toFixed(decimals)
}

function anyValue(random: Random, attribute: Attribute): string {
  if (attribute.kind === 'number')
    return numberBetween(random, attribute.min, attribute.max, attribute.decimals ?? 0)
  const values = attribute.kind === 'choice' ? attribute.values : attribute.suggestions
  return values.length > 0 ? random.pick(values) : ''
}

/** Attributes from the title, plus some that a seller might add. */
export function attributesFor(random: Random, category: string, title: string): AttributeValues {
  const texts: Record<string, string> = { ...attributesInTitle(category, title) }
  for (const [name, attribute] of attributesOf(category)) {
    if (texts[name] === undefined && random.chance(FILLED_IN)) texts[name] = anyValue(random, attribute)
  }
  return readAttributes(category, texts).values
}
