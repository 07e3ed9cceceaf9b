import { setImmediate } from 'node:timers/promises'
import { MESSAGE_MAX } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { getOwnRole } from '#server/moderation/staff/service.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { compileRules, type Engine, RULE_STEPS_MAX, type WordLists } from './engine.ts'
import type { LabelledMessage } from '#server/moderation/guard/judgement/labelled-texts.ts'
import { measure, type TrialResult } from './measure.ts'
import { learnedKind, parseExclusion, parsePattern, type Pattern } from './pattern.ts'
import { requireReadable, type RuleForm, type RuleWords } from './rules.ts'

/** Share of honest messages that a rule may hold back. */
const HELD_HONEST_MAX = 0.01
/** Messages before others have a turn. */
const TURN = 20

type Deps = Pick<Context, 'guard' | 'site'>

interface SavedRule {
  form: Pick<RuleForm, 'patterns' | 'exclusions' | 'severity' | 'isLive'>
  moderatorId: string
  lists: WordLists
}

/** An engine of this rule alone. Throws invalid-input for a pattern that cannot be read. */
export function ruleAlone(
  { guard, site }: Deps,
  { patterns, exclusions }: RuleWords,
  lists: WordLists,
): Engine {
  requireReadable({ patterns, exclusions }, lists)
  const ownHost = new URL(site.publicUrl).host
  return compileRules([{ id: 0, patterns, exclusions }], { lists, ownHost, model: guard.model() })
}

/** The result on labelled messages of the rules that warn; takes turns with requests. */
export async function tryOnMessages(
  engine: Engine,
  messages: readonly LabelledMessage[],
  warns?: (ruleId: number) => boolean,
): Promise<TrialResult> {
  const found: TrialResult = { tricks: 0, tricksSeen: 0, honest: 0, falseWarnings: [] }
  for (let at = 0; at < messages.length; at += TURN) {
    const { tricks, missed, honest, falseWarnings } = measure(engine, messages.slice(at, at + TURN), warns)
    found.tricks += tricks
    found.tricksSeen += tricks - missed.length
    found.honest += honest
    found.falseWarnings.push(...falseWarnings)
    await setImmediate()
  }
  return found
}

const repeated = (words: readonly string[]) => {
  const once = `${[...new Set(words)].filter((word) => !word.startsWith('#')).join(' ')} `
  return once.repeat(Math.ceil(MESSAGE_MAX / once.length)).slice(0, MESSAGE_MAX)
}

/**
 * The longest messages of the rule's own words, and of the words with which its patterns begin: these begin again at
 * each word and never end.
 */
function hardestMessages({ patterns, exclusions }: RuleWords, lists: WordLists): string[] {
  const parsed = [
    ...patterns.filter((text) => learnedKind(text) === undefined).map((text) => parsePattern(text, lists)),
    ...exclusions.map((text) => parseExclusion(text, lists).pattern),
  ]
  const wordsOf = (slots: Pattern['slots']) =>
    slots.flatMap((slot) => [...(slot.words ?? []), ...slot.starts])
  const beforeLast = (pattern: Pattern) => wordsOf(pattern.slots.slice(0, -1))
  return [repeated(parsed.flatMap(({ slots }) => wordsOf(slots))), repeated(parsed.flatMap(beforeLast))]
}

/** Whether the rule takes too many steps in a long message. */
export const isCostly = (engine: Engine, form: RuleWords, lists: WordLists): boolean =>
  hardestMessages(form, lists).some((text) => engine(text).steps >= RULE_STEPS_MAX)

/** 'more than 50,000 steps in a long message' */
export const TOO_MANY_STEPS = `more than ${RULE_STEPS_MAX.toLocaleString('en')} steps in a long message`

/** Throws invalid-input for a rule that would take too long. */
function requireCheap(engine: Engine, form: RuleWords, lists: WordLists): void {
  if (!isCostly(engine, form, lists)) return
  const message = `This rule takes ${TOO_MANY_STEPS}. Use fewer patterns, fewer words with a star, or shorter gaps`
  throw invalidInput([{ field: 'patterns', message }])
}

/** Describes the honest messages that a rule would hold, if they are too many. */
export async function heldTooMany(
  engine: Engine,
  messages: readonly LabelledMessage[],
): Promise<string | undefined> {
  const { honest, falseWarnings } = await tryOnMessages(engine, messages)
  if (falseWarnings.length <= honest * HELD_HONEST_MAX) return undefined
  return `would hold ${falseWarnings.length} of ${honest} honest messages, such as “${falseWarnings[0]?.text ?? ''}”`
}

export const isAdministrator = async (ctx: Pick<Context, 'db'>, moderatorId: string): Promise<boolean> =>
  (await getOwnRole(ctx, { userId: moderatorId })).role === 'administrator'

/**
 * Messages that a rule holds are read by moderators, without anybody's report: it must not match ordinary talk, and an
 * administrator puts it in force.
 */
async function requireFitToHold(
  ctx: Pick<Context, 'db' | 'guard'>,
  { engine, moderatorId }: { engine: Engine; moderatorId: string },
): Promise<void> {
  if (!(await isAdministrator(ctx, moderatorId))) {
    const message =
      'Only an administrator can switch on a rule that holds messages. Save it switched off, and ask one'
    throw invalidInput([{ field: 'severity', message }])
  }
  const problem = await heldTooMany(engine, ctx.guard.sample())
  if (problem !== undefined) throw invalidInput([{ field: 'patterns', message: `This rule ${problem}` }])
}

/** Throws invalid-input for a rule that cannot be read, takes too long, or holds what it must not. */
export async function requireHarmlessRule(
  ctx: Deps & Pick<Context, 'db'>,
  { form, moderatorId, lists }: SavedRule,
): Promise<void> {
  const engine = ruleAlone(ctx, form, lists)
  // A rule that is switched off costs nothing, and a costly one can be.
  if (!form.isLive) return
  requireCheap(engine, form, lists)
  if (form.severity === 'hold') await requireFitToHold(ctx, { engine, moderatorId })
}
