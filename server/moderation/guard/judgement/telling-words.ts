import type { Words } from './words.ts'

/** Longest quotation in a reason, in words. */
const QUOTED = 6

/** Part of a text: the index of its first word, and of the word after it. */
export interface Part {
  from: number
  until: number
}

/** The few words of a sentence that count most, by the share of each in the score. */
export function tellingWords(shares: readonly number[], { sentences }: Words): Part {
  let best = { from: 0, until: 1, sum: -Infinity }
  for (let from = 0; from < shares.length; from += 1) {
    let sum = 0
    for (let until = from + 1; until <= Math.min(from + QUOTED, shares.length); until += 1) {
      if (sentences[until - 1] !== sentences[from]) break
      sum += shares[until - 1] ?? 0
      if (sum > best.sum) best = { from, until, sum }
    }
  }
  return { from: best.from, until: best.until }
}

/** The words of a part as people read them. */
export const quoted = ({ words, digits }: Words, { from, until }: Part): string =>
  words
    .slice(from, until)
    .map((word, index) => digits[from + index] ?? word.replace('#', ''))
    .join(' ')
