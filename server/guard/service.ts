import type { ListingWarning } from '#contract/guard/guard.ts'
import type { Context } from '#server/context.ts'
import { recordSignal, withdrawSignal } from '#server/moderation/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { compileRules } from './engine.ts'
import { readLabelledMessages } from './labelled-messages.ts'
import { measure } from './measure.ts'
import * as queries from './queries.ts'
import { requireReadable, type RuleForm, type RuleWords } from './rules.ts'

/** The reader says that a warned message was no trick. Refused: message-not-found. */
export async function reportFalseAlarm(
  { db }: Pick<Context, 'db'>,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<void> {
  if (!(await queries.insertFalseAlarm(db, { messageId, personId: userId })))
    throw new AppError('message-not-found')
}

/** For the seller, before it goes online. */
export async function checkListing(
  { guard }: Pick<Context, 'guard'>,
  { title, description }: { title: string; description: string },
): Promise<ListingWarning[]> {
  return (await guard.get()).ofListing(`${title}\n${description}`)
}

interface Listing {
  id: string
  sellerId: string
  title: string
  description: string
}

/**
 * In the transaction that publishes a listing or changes its texts: moderators see which words look like a trick, or that
 * none do any more.
 */
export async function noticeTrickWords(
  ctx: Pick<Context, 'guard'>,
  tx: Database,
  { id, sellerId, ...texts }: Listing,
): Promise<void> {
  const warnings = await checkListing(ctx, texts)
  const signal = { target: { kind: 'product', id }, subjectId: sellerId, reason: 'trick-words' } as const
  if (warnings.length === 0) return withdrawSignal(tx, signal)
  return recordSignal(tx, { ...signal, detail: { words: warnings.map(({ words }) => words) } })
}

/** For moderators: every rule with how often it saw something and how often a reader disagreed. */
export async function listRules({ db }: Pick<Context, 'db'>) {
  const [rows, counts] = await Promise.all([queries.selectRules(db), queries.selectRuleCounts(db)])
  const byId = new Map(counts.map((count) => [count.id, count]))
  return rows.map((row) => ({
    ...row,
    hits: byId.get(row.id)?.hits ?? 0,
    falseAlarms: byId.get(row.id)?.false_alarms ?? 0,
  }))
}

/**
 * For moderators, before a rule goes live: what it alone sees in their own texts and in the labelled messages. Refused as
 * bad input: a pattern that cannot be read.
 */
export async function tryRule(
  { db }: Pick<Context, 'db'>,
  { patterns, exclusions, texts }: RuleWords & { texts: string[] },
) {
  const lists = await queries.selectWordLists(db)
  requireReadable({ patterns, exclusions }, lists)
  const engine = compileRules([{ id: 0, patterns, exclusions }], lists, '')
  const labelled = readLabelledMessages('development')
  const { falseWarnings } = measure(engine, labelled)
  return {
    texts: texts.map((text) => ({ text, saw: engine(text).hits[0]?.words ?? null })),
    tricksSeen: labelled.filter(({ isTrick, text }) => isTrick && engine(text).hits.length > 0).length,
    falseWarnings: falseWarnings.map(({ text }) => text),
  }
}

/** For moderators; every process has it a moment after the commit. Refused as bad input. */
export async function createRule(
  { db }: Pick<Context, 'db'>,
  { form }: { form: RuleForm },
): Promise<{ id: number }> {
  requireReadable(form, await queries.selectWordLists(db))
  return db.transaction().execute(async (tx) => {
    const id = await queries.insertRule(tx, form)
    if (id === undefined) throw invalidInput([{ field: 'name', message: 'Another rule has this name' }])
    await queries.notifyRulesChanged(tx)
    return { id }
  })
}

/** Also to switch one off and on. A rule keeps its name, by which its figures are known. Refused as bad input; not-found. */
export async function updateRule(
  { db }: Pick<Context, 'db'>,
  { id, form }: { id: number; form: Omit<RuleForm, 'name'> },
): Promise<void> {
  requireReadable(form, await queries.selectWordLists(db))
  await db.transaction().execute(async (tx) => {
    if (!(await queries.updateRule(tx, id, form))) throw new AppError('not-found')
    await queries.notifyRulesChanged(tx)
  })
}
