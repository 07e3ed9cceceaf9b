import type { WordListTrial } from '#contract/moderation/guard/word-lists.ts'
import type { Context } from '#server/context.ts'
import type { WordLists } from './engine.ts'
import type { TrialResult } from './measure.ts'
import { listsIn } from './pattern.ts'
import { type RuleRow, selectRules } from './queries.ts'
import { compileLive, isReadable } from './rule-cache.ts'
import type { RuleWords } from './rules.ts'
import {
  heldTooMany,
  isAdministrator,
  isCostly,
  ruleAlone,
  TOO_MANY_STEPS,
  tryOnMessages,
} from './trying-rules.ts'

/** Share of honest messages by which the warnings of the guard may grow. */
const MORE_HONEST_MAX = 0.005
const FALSE_SHOWN = 10
/** Lists that may have the same word, because the time of a judgement grows with them. */
const LISTS_OF_WORD_MAX = 4

type Deps = Pick<Context, 'db' | 'guard' | 'site'>

interface TriedLists {
  moderatorId: string
  /** The list that changes. */
  name: string
  before: WordLists
  after: WordLists
}

function findCrowdedWord({ name, before, after }: TriedLists): string | undefined {
  const listsOf = (word: string) => Object.values(after).filter((words) => words.includes(word))
  const added = after[name]?.filter((word) => !before[name]?.includes(word))
  const word = added?.find((each) => listsOf(each).length > LISTS_OF_WORD_MAX)
  return word === undefined ? undefined : `“${word}” is already in ${LISTS_OF_WORD_MAX} other lists`
}

/** Whether a pattern or an exclusion names the list. */
export const refersTo = ({ patterns, exclusions }: RuleWords, list: string): boolean =>
  [...patterns, ...exclusions].some((text) => listsIn(text).includes(list))

/** Whether the rule depends on the list: the learned part reads all lists. */
const dependsOn = (rule: RuleRow, list: string) =>
  refersTo(rule, list) || rule.patterns.some((text) => text.trim().startsWith('='))

/** The problem of the first rule that would take too long, or hold what it must not. */
async function findRuleProblem(
  ctx: Deps,
  rows: readonly RuleRow[],
  { name, moderatorId, before, after }: TriedLists,
) {
  for (const rule of rows) {
    if (!rule.is_live || !dependsOn(rule, name) || !isReadable(rule, before)) continue
    const engine = ruleAlone(ctx, rule, after)
    const subject = `With these words, the rule ${rule.name}`
    if (refersTo(rule, name) && isCostly(engine, rule, after))
      return `${subject} takes ${TOO_MANY_STEPS}. Use fewer words`
    if (rule.severity !== 'hold') continue
    if (!(await isAdministrator(ctx, moderatorId)))
      return `Only an administrator can change this list, because the rule ${rule.name} holds messages by it`
    const held = await heldTooMany(engine, ctx.guard.unlearned())
    if (held !== undefined) return `${subject} ${held}`
  }
  return undefined
}

/** The result of all rules in force on the labelled messages. */
const tryGuard = (ctx: Deps, rows: readonly RuleRow[], lists: WordLists): Promise<TrialResult> =>
  ctx.guard.trials.get(JSON.stringify([rows, lists]), () => runGuard(ctx, rows, lists))

function runGuard(ctx: Deps, rows: readonly RuleRow[], lists: WordLists) {
  const ownHost = new URL(ctx.site.publicUrl).host
  const engine = compileLive(rows, { lists, ownHost, model: ctx.guard.model() })
  // People take a note of severity 'info' for no warning.
  const warning = new Set(rows.filter(({ severity }) => severity !== 'info').map(({ id }) => id))
  return tryOnMessages(engine, ctx.guard.unlearned(), (id) => warning.has(id))
}

/** Compares what the guard finds in the labelled messages with two sets of lists. */
async function compareGuard(ctx: Deps, rows: readonly RuleRow[], lists: TriedLists) {
  const before = await tryGuard(ctx, rows, lists.before)
  const after = await tryGuard(ctx, rows, lists.after)
  const known = new Set(before.falseWarnings)
  const added = after.falseWarnings.filter((message) => !known.has(message)).map(({ text }) => text)
  return { before, after, added, problem: findGuardProblem(before, after, added[0] ?? '') }
}

function findGuardProblem(before: TrialResult, after: TrialResult, example: string) {
  const [was, is] = [before.falseWarnings.length, after.falseWarnings.length]
  if (is - was <= after.honest * MORE_HONEST_MAX) return null
  return `With these words, the guard would warn about ${is} of ${after.honest} honest messages instead of ${was}, such as “${example}”`
}

const countsOf = ({ tricksSeen, falseWarnings }: TrialResult) => ({
  tricks: tricksSeen,
  honest: falseWarnings.length,
})

/** The first problem of the changed lists; the quick questions come first. */
export async function findListProblem(ctx: Deps, lists: TriedLists): Promise<string | null> {
  const rows = await selectRules(ctx.db)
  return (
    findCrowdedWord(lists) ??
    (await findRuleProblem(ctx, rows, lists)) ??
    (await compareGuard(ctx, rows, lists)).problem
  )
}

/** Shows what the guard finds in the labelled messages with both sets of lists. */
export async function tryLists(ctx: Deps, lists: TriedLists): Promise<Omit<WordListTrial, 'words'>> {
  const { before, after, added } = await compareGuard(ctx, await selectRules(ctx.db), lists)
  return {
    tricks: after.tricks,
    honest: after.honest,
    before: countsOf(before),
    after: countsOf(after),
    falseWarnings: added.slice(0, FALSE_SHOWN),
    problem: await findListProblem(ctx, lists),
  }
}
