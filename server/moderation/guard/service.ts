import { setImmediate } from 'node:timers/promises'
import type { ListingGoods, ListingWarning } from '#contract/moderation/guard/guard.ts'
import type { GuardHit } from '#contract/moderation/guard/warning.ts'
import type { Context } from '#server/context.ts'
import type { ListingText } from '#server/moderation/guard/judgement/listing-features.ts'
import type { Side } from '#server/moderation/guard/judgement/message-judge.ts'
import { recordSignal, withdrawSignal } from '#server/moderation/reports/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as queries from './queries.ts'

export { requireHarmless, requireNoContact } from './staff-texts.ts'
export { listWordLists, tryWordList, updateWordList } from './changing-word-lists.ts'
export { createNameJudge } from '#server/moderation/guard/judgement/name-judge.ts'
export {
  fold,
  plainName,
  skeletonOf,
  skeletonsOf,
  skeletonWords,
} from '#server/moderation/guard/judgement/name-reading.ts'
export { createRule, listRules, tryRule, updateRule } from './changing-rules.ts'

/** Records that a reader found a warned message harmless. Throws message-not-found. */
export async function reportFalseAlarm(
  { db }: Pick<Context, 'db'>,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<void> {
  if (!(await queries.insertFalseAlarm(db, { messageId, personId: userId })))
    throw new AppError('message-not-found')
}

/** Shows the seller before the listing is published what buyers and moderators would see. */
export async function checkListing(
  ctx: Pick<Context, 'guard' | 'judgeListing'>,
  { title, description, category }: ListingText,
): Promise<{ warnings: ListingWarning[]; goods: ListingGoods | null }> {
  const warnings = await warningsOf(ctx, { title, description })
  return { warnings, goods: ctx.judgeListing({ title, description, category }) ?? null }
}

const warningsOf = async (
  { guard }: Pick<Context, 'guard'>,
  { title, description }: Pick<ListingText, 'title' | 'description'>,
): Promise<ListingWarning[]> => (await guard.get()).listingWarnings(`${title}\n${description}`)

/** A message, and the side that wrote it; null if nobody knows it any more. */
interface WrittenText {
  text: string
  writer: Side | null
}

/** Tells moderators which rules match each message now, and by which words; takes turns with requests. */
export async function findHits(
  { guard }: Pick<Context, 'guard'>,
  messages: readonly WrittenText[],
): Promise<GuardHit[][]> {
  const rules = await guard.get()
  const hits: GuardHit[][] = []
  for (const { text, writer } of messages) {
    hits.push(rules.findHits(text, writer))
    await setImmediate()
  }
  return hits
}

interface Listing {
  id: string
  sellerId: string
  title: string
  description: string
}

interface Coded {
  id: string
  sellerId: string
  codes: string[]
}

/**
 * Shows moderators the text of QR codes in a listing's photos if a rule matches it; buyers are not warned of
 * it.
 */
export async function flagTrickCodes(
  { guard }: Pick<Context, 'guard'>,
  tx: Database,
  { id, sellerId, codes }: Coded,
): Promise<void> {
  const { engine } = await guard.get()
  const tricks = codes.filter((code) => engine(code).hits.length > 0)
  const signal = { target: { kind: 'product', id }, subjectId: sellerId, reason: 'trick-code' } as const
  if (tricks.length === 0) return withdrawSignal(tx, signal)
  return recordSignal(tx, { ...signal, detail: { codes: tricks } })
}

/**
 * Runs in the transaction that publishes a listing or changes its texts: moderators see which words look like
 * a trick, or that none do any more.
 */
export async function flagTrickWords(
  ctx: Pick<Context, 'guard'>,
  tx: Database,
  { id, sellerId, ...texts }: Listing,
): Promise<void> {
  const warnings = await warningsOf(ctx, texts)
  const signal = { target: { kind: 'product', id }, subjectId: sellerId, reason: 'trick-words' } as const
  if (warnings.length === 0) return withdrawSignal(tx, signal)
  return recordSignal(tx, { ...signal, detail: { words: warnings.map(({ words }) => words) } })
}
