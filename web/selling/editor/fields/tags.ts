import { TAGS_MAX } from '#contract/limits.ts'
import { ListingForm } from '#contract/selling/selling.ts'

/** Why a word cannot be a tag, in the form's words. */
const findTagProblem = (tag: string): string | undefined =>
  ListingForm.shape.tags.safeParse([tag]).error?.issues[0]?.message

interface Tagged {
  tags: string[]
  /** Words that could not become tags, for people to correct. */
  left: string
  problem: string | undefined
}

/**
 * Adds the typed tags, several at once if commas separate them; a repeated word adds no tag. Invalid words stay in the
 * field to be corrected; words beyond the limit are dropped with a message.
 */
export function withTags(tags: readonly string[], typed: string): Tagged {
  const known = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
  const words = typed.split(',').map((word) => word.replace(/\s+/g, ' ').replace(/^[\s#]+|\s+$/g, ''))
  const wrong: string[] = []
  for (const tag of words.filter((word) => word !== '')) {
    if (findTagProblem(tag) !== undefined) wrong.push(tag)
    else if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  const all = [...known.values()]
  const tooMany = all.length > TAGS_MAX ? `At most ${TAGS_MAX} tags` : undefined
  const problem = wrong[0] === undefined ? tooMany : findTagProblem(wrong[0])
  // With a full list nothing can be corrected.
  const left = all.length < TAGS_MAX ? wrong.join(', ') : ''
  return { tags: all.slice(0, TAGS_MAX), left, problem }
}
