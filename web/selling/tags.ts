import { TAGS_MAX } from '#contract/limits.ts'

/** Adds what was typed, several at once when commas stand between them; the same word again is no new tag. */
export function withTags(tags: readonly string[], typed: string): string[] {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
  for (const word of typed.split(',')) {
    const tag = word.replace(/\s+/g, ' ').replace(/^[\s#]+|\s+$/g, '')
    if (tag !== '' && !known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  return [...known.values()].slice(0, TAGS_MAX)
}
