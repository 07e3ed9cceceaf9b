import { createCollector, type Features, stretchesOf, textFeatures } from './features.ts'
import { plainText } from './look-alikes.ts'
import { normalizeWords, type Reading, type Words } from './words.ts'

export interface ListingText {
  title: string
  description: string
  /** Id of its category. */
  category: string
}

/** The title is a sentence of its own. */
export const listingText = ({ title, description }: Pick<ListingText, 'title' | 'description'>): string =>
  `${title} .\n${description}`

/** Listings have no concepts: things have names. */
const NONE: ReadonlyMap<string, readonly string[]> = new Map()

const LONG_TITLE = 5

export interface ListingReading extends Reading {
  findGoods: (plain: string) => string[]
}

export function listingFeatures(
  listing: ListingText,
  reading: ListingReading,
): { words: Words; parts: Features[] } {
  const text = listingText(listing)
  const words = normalizeWords(text, reading)
  const { add, features } = createCollector(stretchesOf(words))
  add(`K${listing.category}`, 0)
  const title = normalizeWords(listing.title, reading).words
  for (const [at, word] of title.entries()) add(`W${word}`, at)
  for (const kind of reading.findGoods(words.words.join(' '))) add(`G${kind}`, 0)
  // A name says more in a short title.
  for (const kind of reading.findGoods(plainText(listing.title)))
    for (const beside of ['', listing.category, Math.min(title.length, LONG_TITLE)])
      add(`H${kind} ${beside}`, 0)
  return { words, parts: [textFeatures(words, text, NONE), features()] }
}
