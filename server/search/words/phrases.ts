/** The first word of a phrase, and the first word after it. */
export type Span = [from: number, to: number]

/** Finds the longest phrase at each word from the left, of at most `most` words, that `isKnown` accepts. */
export function longestPhrases(
  words: string[],
  most: number,
  isKnown: (phrase: string[]) => boolean,
): Span[] {
  const found: Span[] = []
  for (let from = 0; from < words.length;) {
    let to = Math.min(words.length, from + most)
    while (to > from && !isKnown(words.slice(from, to))) to -= 1
    if (to > from) found.push([from, to])
    from = Math.max(to, from + 1)
  }
  return found
}
