import { kilometresBetween, type Point } from '#contract/catalog/distance.ts'
import { foldCharacters } from '#contract/fold.ts'
import { type Region, regionsMeant } from '#contract/catalog/regions.ts'
import type { Town } from '#contract/search/search.ts'
import type { Measure } from './distances.ts'

/** A name without case, accents, spaces and hyphens, with the letters of Ghana's languages as people type them. */
export const compactName = (name: string): string => foldCharacters(name).replaceAll(/[^a-z]/g, '')

export const compactNames = ({ name, otherNames }: Town): string[] => [name, ...otherNames].map(compactName)

const LONGEST_NAME = 3
export const nearestTown = (towns: readonly Town[], point: Point): Town | undefined =>
  towns.reduce<Town | undefined>(
    (nearest, town) =>
      nearest && kilometresBetween(nearest, point) <= kilometresBetween(town, point) ? nearest : town,
    undefined,
  )

/** The towns that a text names, from left to right. The longest name wins: 'East Legon' is not Legon. */
export function findTowns(byName: Map<string, Town>, text: string): Town[] {
  const words = text.split(/[\s,./-]+/).map(compactName)
  const named: Town[] = []
  for (let start = 0; start < words.length;) {
    const sizes = Array.from({ length: LONGEST_NAME }, (_, index) => LONGEST_NAME - index)
    const size = sizes.find((count) => byName.has(words.slice(start, start + count).join(''))) ?? 0
    const town = byName.get(words.slice(start, start + size).join(''))
    if (town && size > 0) named.push(town)
    start += size || 1
  }
  return named
}

/** The first named town that contains no other named town: 'Accra, Osu' is Osu. */
export function findTown(towns: readonly Town[], region: string, text: string): Town | undefined {
  const regions: string[] = regionsMeant(region as Region)
  const byName = new Map<string, Town>()
  for (const town of towns)
    if (regions.includes(town.region)) for (const name of compactNames(town)) byName.set(name, town)
  const named = findTowns(byName, text)
  return named.find(({ id }) => !named.some(({ withinId }) => withinId === id))
}

/**
 * Measures distances to the towns that texts name, and caches them because lists name the same few towns. Within the
 * same town there is no distance.
 */
export function createMeasure(towns: readonly Town[], from: Town): Measure {
  const known = new Map<string, string | undefined>()
  return ({ region, location }) => {
    const key = `${region}\n${location}`
    if (!known.has(key)) {
      const town = findTown(towns, region, location)
      const isElsewhere = town !== undefined && town.id !== from.id
      const kilometres = isElsewhere ? Math.max(1, Math.round(kilometresBetween(from, town))) : undefined
      known.set(key, kilometres === undefined ? undefined : `${kilometres} km`)
    }
    return known.get(key)
  }
}
