import type { Town } from '#contract/search/search.ts'
import { compactName, compactNames } from './measure.ts'

const SHOWN = 5

/** Towns with a name that begins with the text come first, then towns with a name that contains it. */
export function suggestTowns(towns: readonly Town[], typed: string): Town[] {
  const text = compactName(typed)
  if (text === '') return []
  const startMatches = towns.filter((town) => compactNames(town).some((name) => name.startsWith(text)))
  const otherMatches = towns.filter(
    (town) => !startMatches.includes(town) && compactName(town.name).includes(text),
  )
  return [...startMatches, ...otherMatches].slice(0, SHOWN)
}

/** The town with exactly this name. */
export const findTownByName = (towns: readonly Town[], typed: string): Town | undefined =>
  towns.find((town) => compactNames(town).includes(compactName(typed)))
