import type { Context } from '#server/context.ts'
import type { ShownRule, Trial } from '#contract/moderation/guard/rule-screen.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import * as queries from './queries.ts'
import type { RuleForm, RuleWords } from './rules.ts'
import { requireNoContact } from './staff-texts.ts'
import { requireHarmlessRule, ruleAlone, tryOnMessages } from './trying-rules.ts'

/** Lists every rule for moderators, with its number of matches and of reported false alarms. */
export async function listRules({ db }: Pick<Context, 'db'>): Promise<ShownRule[]> {
  const [rows, counts] = await Promise.all([queries.selectRules(db), queries.selectRuleCounts(db)])
  const byId = new Map(counts.map((count) => [count.id, count]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    language: row.language,
    audience: row.audience,
    severity: row.severity,
    readerText: row.reader_text,
    writerText: row.writer_text,
    patterns: row.patterns,
    exclusions: row.exclusions,
    isLive: row.is_live,
    hits: byId.get(row.id)?.hits ?? 0,
    falseAlarms: byId.get(row.id)?.false_alarms ?? 0,
  }))
}

/**
 * Shows moderators, before a rule goes live, what it matches in their own texts and in the labelled messages.
 * Throws invalid-input for a pattern that cannot be read.
 */
export async function tryRule(
  { db, guard, site }: Pick<Context, 'db' | 'guard' | 'site'>,
  { patterns, exclusions, texts }: RuleWords & { texts: string[] },
): Promise<Trial> {
  const lists = await queries.selectWordLists(db)
  const engine = ruleAlone({ guard, site }, { patterns, exclusions }, lists)
  const { falseWarnings, ...counts } = await tryOnMessages(engine, guard.sample())
  return {
    texts: texts.map((text) => ({ text, saw: engine(text).hits[0]?.words ?? null })),
    ...counts,
    falseWarnings: falseWarnings.map(({ text }) => text),
  }
}

/** Readers take these texts for the site's own words. */
const requireAdvice = (ctx: Pick<Context, 'site'>, form: Pick<RuleForm, 'readerText' | 'writerText'>) =>
  requireNoContact(ctx, [
    { field: 'readerText', text: form.readerText },
    { field: 'writerText', text: form.writerText },
  ])

interface ByModerator {
  moderatorId: string
}

/** Creates a moderator's rule; every process has it a moment after the commit. Throws invalid-input. */
export async function createRule(
  ctx: Pick<Context, 'db' | 'guard' | 'site'>,
  { moderatorId, form }: ByModerator & { form: RuleForm },
): Promise<{ id: number }> {
  const { db } = ctx
  await requireHarmlessRule(ctx, { form, moderatorId, lists: await queries.selectWordLists(db) })
  requireAdvice(ctx, form)
  return db.transaction().execute(async (tx) => {
    const id = await queries.insertRule(tx, form)
    if (id === undefined) throw invalidInput([{ field: 'name', message: 'Another rule has this name' }])
    await recordAct(tx, { actorId: moderatorId, action: 'added-guard-rule', detail: { ...form } })
    await queries.notifyRulesChanged(tx)
    return { id }
  })
}

/**
 * Changes a rule, or switches it off and on. A rule keeps its name, which identifies its figures. Throws
 * invalid-input, not-found.
 */
export async function updateRule(
  ctx: Pick<Context, 'db' | 'guard' | 'site'>,
  { moderatorId, id, form }: ByModerator & { id: number; form: Omit<RuleForm, 'name'> },
): Promise<void> {
  const { db } = ctx
  await requireHarmlessRule(ctx, { form, moderatorId, lists: await queries.selectWordLists(db) })
  requireAdvice(ctx, form)
  await db.transaction().execute(async (tx) => {
    const name = await queries.updateRule(tx, id, form)
    if (name === undefined) throw new AppError('not-found')
    await recordAct(tx, { actorId: moderatorId, action: 'changed-guard-rule', detail: { name, ...form } })
    await queries.notifyRulesChanged(tx)
  })
}
