import { changeAttributeFilter, readAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import type { Attribute } from '#contract/catalog/attribute-kinds.ts'
import { attributesOf, readAttribute } from '#contract/catalog/attribute-rules.ts'
import { filteredChoices } from '#contract/selling/choices.ts'
import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { AttributeFilter, ChoiceCounts, SearchQuery } from '#contract/search/search.ts'
import type { Context } from '#server/context.ts'
import { countKey } from './filters.ts'
import { choiceKey, type CountedValues, readValueCounts } from './value-counts.ts'

/** Maximum options for words that sellers type. */
const OPTIONS_MAX = 20

/**
 * A choice's options in the table's order, all of them if not all products were counted; typed values by frequency;
 * always including the chosen ones.
 */
function optionsOf(
  attribute: Attribute,
  { counts, more }: { counts: ReadonlyMap<string, number>; more: boolean },
  chosen: readonly string[] | undefined,
) {
  if (attribute.kind === 'number') return []
  const wanted = (chosen ?? []).flatMap((text) => {
    const read = readAttribute(attribute, text)
    return 'value' in read ? String(read.value) : []
  })
  const known = attribute.kind === 'choice' ? attribute.values : [...counts.keys()].slice(0, OPTIONS_MAX)
  return [...new Set([...known, ...wanted])]
    .map((value) => ({ value, count: counts.get(value) ?? 0 }))
    .filter(
      ({ value, count }) => count > 0 || wanted.includes(value) || (more && attribute.kind === 'choice'),
    )
}

type Deps = Pick<Context, 'longReads' | 'searchCaches'>

async function countedValues({ longReads, searchCaches }: Deps, query: SearchQuery): Promise<CountedValues> {
  const { lookups, valueCounts } = searchCaches
  const filters = await lookups.filters(query)
  const matches = await lookups.count(filters, query)
  if (matches === 0) return { counts: new Map(), more: false }
  return valueCounts.get(countKey(filters, query), async () => ({
    counts: await readValueCounts(longReads, await lookups.someMatches(filters, COUNT_EXACT_MAX), {
      withAttributes: query.category !== undefined,
    }),
    more: matches > COUNT_EXACT_MAX,
  }))
}

/** None for a search without exact matches: its list may show similar products, which are not counted. */
async function choiceCounts(ctx: Deps, query: SearchQuery): Promise<[string, ChoiceCounts][]> {
  const found = await Promise.all(
    filteredChoices.map(async ({ column }): Promise<[string, ChoiceCounts][]> => {
      const { counts, more } = await countedValues(ctx, { ...query, [column]: undefined })
      const ofColumn = counts.get(choiceKey(column))
      return ofColumn ? [[column, { counts: Object.fromEntries(ofColumn), more }]] : []
    }),
  )
  return found.flat()
}

/** The attribute filters to offer for this search; each one's values are counted without its own filter. */
async function attributeFilters(ctx: Deps, query: SearchQuery): Promise<AttributeFilter[]> {
  const wanted = readAttributeFilters(query.attributes)
  const offered = attributesOf(query.category ?? '').filter(([, { isFilter }]) => isFilter)
  const found = await Promise.all(
    offered.map(async ([name, attribute]) => {
      const attributes = changeAttributeFilter(query.attributes, name, [])
      const { counts, more } = await countedValues(ctx, { ...query, attributes })
      const options = optionsOf(attribute, { counts: counts.get(name) ?? new Map(), more }, wanted[name])
      const range =
        attribute.kind === 'number'
          ? { min: attribute.min, max: attribute.max, unit: attribute.unit ?? '' }
          : null
      return range || options.length > 0 ? [{ name, label: attribute.label, range, options, more }] : []
    }),
  )
  return found.flat()
}

/** Attributes to filter by, and the counts of choices, each without its own filter. */
export async function readFilterOptions(ctx: Deps, query: SearchQuery) {
  const [attributes, choices] = await Promise.all([attributeFilters(ctx, query), choiceCounts(ctx, query)])
  return { attributes, choices: Object.fromEntries(choices) }
}
