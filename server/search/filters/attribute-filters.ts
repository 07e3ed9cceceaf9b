import type { Attribute, NumberAttribute } from '#contract/catalog/attribute-kinds.ts'
import { attributesOf, readAttribute } from '#contract/catalog/attribute-rules.ts'
import { readRange } from '#contract/catalog/attribute-filter-words.ts'
import { readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { SearchQuery } from '#contract/search/search.ts'

export interface AttributeRange {
  name: string
  min: number
  max: number
}

export interface AttributeConditions {
  /**
   * Terms for each attribute; a product must have one of each. Products of other categories have none of
   * them.
   */
  attributeTerms?: string[][]
  /** Ranges to compare exactly, because the terms of a range match somewhat more. */
  attributeRanges?: AttributeRange[]
}

/** Spelled like the SQL functions attribute_terms and number_band; `path` is 'mobile/brand'. */
const termOf = (path: string, value: string) =>
  `/a/${path}/${value.replaceAll(/[A-Z]/g, (capital) => capital.toLowerCase()).replaceAll('#', ' ')}`
const bandOf = (value: number) => Math.floor(Math.log(value + 1) * 4)

/** Maximum number of terms for a range; a larger range is only compared. */
const TERMS_MAX = 40
const integersBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/**
 * The terms of a range: its numbers if they are few, otherwise its bands. One more band at each end
 * compensates for rounding.
 */
function rangeTerms(path: string, { min, max }: AttributeRange, decimals: number): string[] | undefined {
  const numbers = decimals === 0 && max - min < TERMS_MAX
  if (numbers) return integersBetween(min, max).map((value) => termOf(path, String(value)))
  const first = Math.max(0, bandOf(min) - 1)
  const last = bandOf(max) + 1
  if (last - first >= TERMS_MAX) return undefined
  return integersBetween(first, last).map((band) => termOf(path, `~${band}`))
}

function rangeOf(name: string, wanted: string, { min, max, decimals = 0 }: NumberAttribute) {
  const { from, to } = readRange(wanted) ?? { from: wanted, to: wanted }
  const lowest = from === undefined ? min : Number(from)
  const highest = to === undefined ? max : Number(to)
  if (!Number.isFinite(lowest) || !Number.isFinite(highest)) return undefined
  const isInteger = decimals === 0
  return {
    name,
    min: Math.max(min, isInteger ? Math.ceil(lowest) : lowest),
    max: Math.min(max, isInteger ? Math.floor(highest) : highest),
  }
}

/** A term that no product has, for a range with reversed ends. */
const NEVER: string[] = ['/a/never']

interface OneCondition {
  terms?: string[] | undefined
  range?: AttributeRange
}

/** Returns undefined if the attribute cannot have any of the values. A number has one range. */
function toCondition(
  category: string,
  [name, attribute]: [string, Attribute],
  wanted: readonly string[],
): OneCondition | undefined {
  const path = `${category}/${name}`
  if (attribute.kind !== 'number') {
    const values = wanted.map((value) => readAttribute(attribute, value))
    const terms = values.flatMap((read) => ('value' in read ? termOf(path, String(read.value)) : []))
    return terms.length > 0 ? { terms } : undefined
  }
  const range = rangeOf(name, wanted[0] ?? '', attribute)
  const isPossible = range && range.min <= range.max
  return range && { range, terms: isPossible ? rangeTerms(path, range, attribute.decimals ?? 0) : NEVER }
}

/**
 * The meaning of a search's attributes in its category; unknown attributes and impossible values are left
 * out.
 */
export function attributeConditions({
  category = '',
  attributes,
}: Pick<SearchQuery, 'category' | 'attributes'>): AttributeConditions {
  const wanted = readAttributeFilters(attributes)
  const conditions = attributesOf(category)
    .filter(([name, { isFilter }]) => isFilter && Object.hasOwn(wanted, name))
    .flatMap((entry) => toCondition(category, entry, wanted[entry[0]] ?? []) ?? [])
  const attributeTerms = conditions.flatMap(({ terms }) => (terms ? [terms] : []))
  const attributeRanges = conditions.flatMap(({ range }) => range ?? [])
  return {
    ...(attributeTerms.length > 0 && { attributeTerms }),
    ...(attributeRanges.length > 0 && { attributeRanges }),
  }
}
