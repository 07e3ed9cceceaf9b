import { TAGS_MAX } from '#contract/limits.ts'
import { ListingForm } from '#contract/selling/selling.ts'

/** Why a tag is none, in the words of the form. */
const problemOf = (tag: string): string | undefined =>
  ListingForm.shape.tags.safeParse([tag]).error?.issues[0]?.message

interface Tagged {
  tags: string[]
  /** What could not become a tag, to be mended. */
  left: string
  problem: string | undefined
}

/**
 * Adds what was typed, several at once when commas stand between them; the same word again is no new tag. What is
 * wrong is left to be mended, what is too much is left out and said.
 */
export function withTags(tags: readonly string[], typed: string): Tagged {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
  const words = typed.split(',').map((word) => word.replace(/\s+/g, ' ').replace(/^[\s#]+|\s+$/g, ''))
  const wrong: string[] = []
  for (const tag of words.filter((word) => word !== '')) {
    if (problemOf(tag) !== undefined) wrong.push(tag)
    else if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  const all = [...known.values()]
  const tooMany = all.length > TAGS_MAX ? `At most ${TAGS_MAX} tags` : undefined
  const problem = wrong[0] === undefined ? tooMany : problemOf(wrong[0])
  // Where there is no room nothing can be mended.
  const left = all.length < TAGS_MAX ? wrong.join(', ') : ''
  return { tags: all.slice(0, TAGS_MAX), left, problem }
}
