import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { attributesOf, readAttribute } from '#contract/catalog/attribute-rules.ts'
import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { AttributeFilter, SearchQuery } from '#contract/search/search.ts'
import type { Context } from '#server/context.ts'
import { countKey } from './filters.ts'
import { type CountedValues, readValueCounts } from './value-counts.ts'

/** Maximum options for words that sellers type. */
const OPTIONS_MAX = 20

/** A choice's options in the table's order; typed values by frequency; always including the chosen one. */
function optionsOf(attribute: Attribute, counts: ReadonlyMap<string, number>, chosen: string | undefined) {
  if (attribute.kind === 'number') return []
  const read = chosen === undefined ? undefined : readAttribute(attribute, chosen)
  const wanted = read && 'value' in read ? String(read.value) : undefined
  const known = attribute.kind === 'choice' ? attribute.values : [...counts.keys()].slice(0, OPTIONS_MAX)
  const values = wanted === undefined || known.includes(wanted) ? known : [...known, wanted]
  return values
    .map((value) => ({ value, count: counts.get(value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === wanted)
}

async function countedValues(
  { longReads, searchCaches }: Pick<Context, 'longReads' | 'searchCaches'>,
  query: SearchQuery,
): Promise<CountedValues> {
  const { lookups, valueCounts } = searchCaches
  const filters = await lookups.filters(query)
  const matches = await lookups.count(filters, query)
  if (matches === 0) return { counts: new Map(), more: false }
  return valueCounts.get(countKey(filters, query), async () => ({
    counts: await readValueCounts(longReads, await lookups.someMatches(filters, COUNT_EXACT_MAX)),
    more: matches > COUNT_EXACT_MAX,
  }))
}

/** The attribute filters to offer for this search; each one's values are counted without its own filter. */
export async function readAttributeOptions(
  ctx: Pick<Context, 'longReads' | 'searchCaches'>,
  query: SearchQuery,
): Promise<AttributeFilter[]> {
  const wanted = readAttributeFilters(query.attributes)
  const offered = attributesOf(query.category ?? '').filter(([, { isFilter }]) => isFilter)
  if (offered.length === 0) return []
  const chosen = offered.filter(([name]) => Object.hasOwn(wanted, name)).map(([name]) => name)
  const withAll = await countedValues(ctx, query)
  const without = new Map(
    await Promise.all(
      chosen.map(async (name) => {
        const attributes = changeAttributeFilter(query.attributes, name, undefined)
        return [name, await countedValues(ctx, { ...query, attributes })] as const
      }),
    ),
  )
  return offered.flatMap(([name, attribute]) => {
    const { counts, more } = without.get(name) ?? withAll
    const options = optionsOf(attribute, counts.get(name) ?? new Map(), wanted[name])
    const range =
      attribute.kind === 'number'
        ? { min: attribute.min, max: attribute.max, unit: attribute.unit ?? '' }
        : null
    return range || options.length > 0 ? [{ name, label: attribute.label, range, options, more }] : []
  })
}
