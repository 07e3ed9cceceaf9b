import { DATE_DAYS } from '#contract/selling/choices.ts'
import { type Region, regionsMeant } from '#contract/catalog/regions.ts'
import type { SearchQuery } from '#contract/search/search.ts'
import type { IsFrequent } from '#server/search/words/frequent-words.ts'
import { placeTerm, termGroups, weekOf } from '#server/search/words/terms.ts'
import { attributeConditions } from './attribute-filters.ts'
import type { Filters, LocationMatch, WordGroup } from './filters.ts'

const DAY = 86_400_000
/** Times as many products as a frequent word has. */
const EVERYWHERE_TIMES = 40

export interface Resolved {
  asked: Pick<Filters, 'words' | 'choices' | 'places' | 'isForPart'>
  locationMatch: LocationMatch | undefined
  townIds: number[] | undefined
  isFrequent: IsFrequent
  now: number
}

/** Two regions, one chosen and one typed as the location, keep only what both cover. */
function regionsOf(chosen: Region | undefined, typed: Region | undefined): Region[] | undefined {
  const lists = [chosen, typed].filter((region) => region !== undefined).map(regionsMeant)
  return lists.length === 0 ? undefined : lists.reduce((a, b) => a.filter((region) => b.includes(region)))
}

/** Leaves out what is not asked for; words without any meaning stay, and match nothing. */
const toFilters = ({ words, choices, places, isForPart }: Resolved['asked']): Resolved['asked'] => ({
  words: words?.length === 0 && places?.length ? undefined : words,
  choices,
  places: places?.length ? places : undefined,
  isForPart: isForPart || undefined,
})

/**
 * How to look for words: among the many products of a frequent word, the terms of the towns find few. A product's own town
 * is compared as well, because those of a suburb also have the town's term.
 */
function lookupOf(
  groups: WordGroup[],
  townIds: number[] | undefined,
  isFrequent: IsFrequent,
): Pick<Filters, 'areFrequent' | 'isEverywhere' | 'townTerms'> {
  const [first, ...others] = groups
  if (!first || !groups.every((group) => isFrequent(group))) return {}
  if (others.length > 0) return { areFrequent: true }
  const isEverywhere = isFrequent(first, EVERYWHERE_TIMES) || undefined
  return { areFrequent: true, isEverywhere, townTerms: townIds?.length ? townIds.map(placeTerm) : undefined }
}

function timeOf(date: SearchQuery['date'], now: number): Pick<Filters, 'since' | 'weeks'> {
  if (date === undefined || date === 'all') return {}
  const since = new Date(now - DATE_DAYS[date] * DAY)
  // Another machine's fast clock may have dated products into next week.
  return { since, weeks: [weekOf(since.getTime()), weekOf(now) + 1] }
}

export function filtersOf(
  query: SearchQuery,
  { asked, locationMatch, townIds, isFrequent, now }: Resolved,
): Filters {
  const {
    region,
    date,
    search: _words,
    attributes: _attributes,
    location: _location,
    sort: _sort,
    near: _near,
    within: _within,
    cursor: _cursor,
    limit: _limit,
    ...plain
  } = query
  const groups = { ...toFilters(asked), ...attributeConditions(query) }
  return {
    ...groups,
    ...lookupOf(termGroups(groups), townIds, isFrequent),
    regions: regionsOf(region, locationMatch?.region ?? undefined),
    locationMatch: locationMatch?.region ? undefined : locationMatch,
    townIds,
    ...timeOf(date, now),
    ...plain,
  }
}
