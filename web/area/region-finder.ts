import type { Region } from '#contract/catalog/regions.ts'
import type { Town } from '#contract/search/search.ts'
import { compactNames, findTowns } from './measure.ts'

/** Finds the only region that has a place of this name; undefined if no region or several have one. */
export function createRegionFinder(towns: readonly Town[]): (text: string) => Region | undefined {
  const byRegion = Object.groupBy(towns, ({ region }) => region)
  const named = Object.entries(byRegion).map(([region, own = []]) => {
    const byName = new Map(own.flatMap((town) => compactNames(town).map((name) => [name, town] as const)))
    return { region: region as Region, byName }
  })
  return (text) => {
    const found = named.filter(({ byName }) => findTowns(byName, text).length > 0)
    return found.length === 1 ? found[0]?.region : undefined
  }
}
