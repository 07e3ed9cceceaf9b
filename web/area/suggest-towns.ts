import type { Town } from '#contract/search/search.ts'
import { compactName, namesOf } from './measure.ts'

const SHOWN = 5

/** Those whose name, or another that people have for them, begins so; then those that have it within. */
export function suggestTowns(towns: readonly Town[], typed: string): Town[] {
  const text = compactName(typed)
  if (text === '') return []
  const begins = towns.filter((town) => namesOf(town).some((name) => name.startsWith(text)))
  const holds = towns.filter((town) => !begins.includes(town) && compactName(town.name).includes(text))
  return [...begins, ...holds].slice(0, SHOWN)
}

/** Of a name that is typed to its end. */
export const townNamed = (towns: readonly Town[], typed: string): Town | undefined =>
  towns.find((town) => namesOf(town).includes(compactName(typed)))
