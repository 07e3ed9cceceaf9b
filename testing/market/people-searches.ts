import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Evenly spread and never repeated, without randomness: multiples of the golden ratio. */
const fraction = (number: number) => (number * 0.618_033_988_749_895) % 1

/** Addresses of searches, each with how often people make it; written by somebody who had not seen the code. */
function peoplesSearches(): [address: string, times: number][] {
  const file = join(import.meta.dirname, 'people-searches.json')
  return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
}

/** Searches as people make them, each as often as they do and spread evenly. */
export const peoplesMix = (): URLSearchParams[] =>
  peoplesSearches()
    .flatMap(([address, times], nth) =>
      Array.from({ length: times }, (_, time) => ({ address, at: fraction(nth) + time / times })),
    )
    .toSorted((a, b) => (a.at % 1) - (b.at % 1))
    .map(({ address }) => new URLSearchParams(address))

/** The same searches, each once. */
export const peoplesFirstTimeSearches = (): URLSearchParams[] =>
  peoplesSearches().map(([address]) => new URLSearchParams(address))
