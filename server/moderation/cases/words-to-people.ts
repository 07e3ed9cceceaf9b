import { isolated } from '#contract/isolated.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Context } from '#server/context.ts'
import { requireNoContact } from '#server/moderation/guard/service.ts'
import { selectQuotable } from './target-queries.ts'

const inQuotes = (name: string) => `"${name}"`

/**
 * Words of staff as their person reads them: the direction of a quoted title or name is separated from the words
 * around it. Apart from what they quote, which the person wrote, they contain no number and no link: a title of spam
 * often has one. Throws invalid-input.
 */
export async function checkWords(
  ctx: Pick<Context, 'db' | 'site'>,
  { target, words }: { target: Target; words: string },
): Promise<string> {
  const quotable = (await selectQuotable(ctx.db, target)).filter((name) => words.includes(inQuotes(name)))
  const ours = quotable.reduce((text, name) => text.replaceAll(inQuotes(name), inQuotes('')), words)
  requireNoContact(ctx, [{ field: 'words', text: ours }])
  const marked = quotable.reduce(
    (text, name) => text.replaceAll(inQuotes(name), inQuotes(isolated(name))),
    words,
  )
  // The signs that nobody sees make it a little longer.
  return marked.length <= MODERATION_WORDS_MAX ? marked : words
}
