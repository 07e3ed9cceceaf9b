import type { Context } from '#server/context.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { shippedRules } from './shipped-rules.ts'
import { normalizeWords } from '#server/moderation/guard/judgement/words.ts'

interface StaffText {
  field: string
  text: string
}

const NUMBER = 'Please leave out phone numbers: people would call or pay them'
const REFUSED: Record<string, string> = {
  '#phone': NUMBER,
  '#link': 'Please leave out links and addresses that are not ours',
}
/**
 * Texts that everybody sees may not have the digits of a wallet or an account either. In a text to one person
 * they may be a phone's IMEI.
 */
const REFUSED_IN_PUBLIC: Record<string, string> = { ...REFUSED, '#account': NUMBER }

function requireNone(
  { site }: Pick<Context, 'site'>,
  texts: readonly StaffText[],
  refused: Record<string, string>,
): void {
  const ownHost = new URL(site.publicUrl).host
  const problems = texts.flatMap(({ field, text }) => {
    const { words } = normalizeWords(text, { known: new Set(), ownHost })
    const message = words.map((word) => refused[word]).find((problem) => problem !== undefined)
    return message === undefined ? [] : [{ field, message }]
  })
  if (problems.length > 0) throw invalidInput(problems)
}

/**
 * Checks texts that staff write to people in the site's name: a stolen session must not lead people to a
 * stranger's number or page. Throws invalid-input.
 */
export const requireNoContact = (ctx: Pick<Context, 'site'>, texts: readonly StaffText[]): void =>
  requireNone(ctx, texts, REFUSED)

/**
 * Checks texts that every page shows. They must also contain nothing that the guard takes for a trick, by the
 * current rules or by those of the program, because a stolen session could switch rules off. Throws
 * invalid-input.
 */
export async function requireHarmless(
  ctx: Pick<Context, 'guard' | 'site'>,
  { field, text }: StaffText,
): Promise<void> {
  requireNone(ctx, [{ field, text }], REFUSED_IN_PUBLIC)
  const { engine } = await ctx.guard.get()
  const shipped = shippedRules(new URL(ctx.site.publicUrl).host, ctx.guard.model())
  const engines = [engine, shipped.engine]
  const [hit] = engines.flatMap((judge) => judge(text).hits)
  if (!hit) return
  throw invalidInput([
    { field, message: `People could take ‘${hit.words}’ for a trick. Please say it differently` },
  ])
}
