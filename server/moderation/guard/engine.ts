import type { LinearModel } from '#server/moderation/guard/judgement/linear-model.ts'
import {
  createMessageJudge,
  type SeenTrick,
  type Side,
} from '#server/moderation/guard/judgement/message-judge.ts'
import { quoted } from '#server/moderation/guard/judgement/telling-words.ts'
import { type Words, normalizeWords } from '#server/moderation/guard/judgement/words.ts'
import { beginnings, type Budget, learnedKind, matchEnd, parsePattern, type Pattern } from './pattern.ts'

export type WordLists = Readonly<Record<string, readonly string[]>>

/** The engine's input for a rule. */
export interface RuleText {
  id: number
  patterns: readonly string[]
  /** Words that silence the rule if they are in the same sentence. */
  exclusions: readonly string[]
}

export interface Hit {
  ruleId: number
  /** The writer of whom it is true; absent if it is true of both sides. */
  side?: Side
  /** The words that the rule matched. */
  words: string
}

/** The rules' result for a text. */
export interface Judged {
  hits: Hit[]
  /** Phone numbers in the text, as digits. */
  phones: string[]
  /** Words that follow 'name' or 'name is'. */
  names: string[]
  /** Steps that the patterns took. */
  steps: number
}

export type Engine = (text: string) => Judged

/**
 * Steps of one rule in one text, about a millisecond. A rule that takes more stops there, and no other with it: sixty
 * such rules take as many milliseconds, however they are written.
 */
export const RULE_STEPS_MAX = 50_000

interface Compiled {
  rule: number
  pattern: Pattern
}

/** Groups patterns by their first word. */
function byBeginning(patterns: readonly Compiled[]) {
  const byWord = new Map<string, Compiled[]>()
  const byStart: { start: string; compiled: Compiled }[] = []
  for (const compiled of patterns) {
    const { words, starts } = beginnings(compiled.pattern)
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), compiled])
    for (const start of starts) byStart.push({ start, compiled })
  }
  return (word: string): readonly Compiled[] => {
    const known = byWord.get(word) ?? []
    const others = byStart.filter(({ start }) => word.startsWith(start))
    return others.length === 0 ? known : [...known, ...others.map(({ compiled }) => compiled)]
  }
}

/** The steps that each rule has left in a text. */
function createBudgets() {
  const budgets = new Map<number, Budget>()
  return {
    of(rule: number): Budget {
      const budget = budgets.get(rule) ?? { left: RULE_STEPS_MAX }
      budgets.set(rule, budget)
      return budget
    },
    used: () => [...budgets.values()].reduce((sum, { left }) => sum + RULE_STEPS_MAX - Math.max(0, left), 0),
  }
}
type Budgets = ReturnType<typeof createBudgets>

/** The first match of each rule in each sentence. */
type Found = Map<number, Map<number, { from: number; until: number }>>

function findAll(
  { words, sentences }: Words,
  startingWith: (word: string) => readonly Compiled[],
  budgets: Budgets,
): Found {
  const found: Found = new Map()
  let until = 0
  for (const [at, word] of words.entries()) {
    const sentence = sentences[at] ?? 0
    while (until < words.length && sentences[until] === sentence) until += 1
    for (const { rule, pattern } of startingWith(word)) {
      const slots = found.get(rule)
      if (slots?.has(sentence)) continue
      const budget = budgets.of(rule)
      const end = matchEnd(pattern, { words, from: at, until, budget })
      if (end === -1) continue
      if (slots) slots.set(sentence, { from: at, until: end })
      else found.set(rule, new Map([[sentence, { from: at, until: end }]]))
    }
  }
  return found
}

const BETWEEN_NAME: ReadonlySet<string> = new Set(['is', 'be', 'de', 'no', 'its', 'on', 'it'])
const NO_NAME = /^(?:#.*|and|send|so|will|the|my|different|same|then|please|but|.{1,2})$/

/** Up to three words after 'name' that could be a name. */
function namesIn({ words, sentences }: Words): string[] {
  const at = words.findIndex((word) => word === 'name' || word === 'din')
  if (at === -1) return []
  const after = words.slice(at + 1).filter((_, index) => sentences[at + 1 + index] === sentences[at])
  const first = after.findIndex((word) => !BETWEEN_NAME.has(word))
  const name = first === -1 ? [] : after.slice(first, first + 3)
  const end = name.findIndex((word) => NO_NAME.test(word))
  return end === -1 ? name : name.slice(0, end)
}

const hitOf = (ruleId: number, trick: SeenTrick, words: Words): Hit => ({
  ruleId,
  side: trick.side,
  words: quoted(words, trick),
})

interface Compiling {
  lists: WordLists
  ownHost: string
  /** The weights of the learned part. */
  model: LinearModel
}

/** The rules of each kind of trick that the learned part sees. */
function byKind(rules: readonly RuleText[]): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { id, patterns } of rules)
    for (const text of patterns) {
      const kind = learnedKind(text)
      if (kind !== undefined) found.set(kind, [...(found.get(kind) ?? []), id])
    }
  return found
}

/** Rules are compiled once; each takes at most `RULE_STEPS_MAX` steps in a text. Throws a PatternError. */
export function compileRules(rules: readonly RuleText[], { lists, ownHost, model }: Compiling): Engine {
  const compile = (of: 'patterns' | 'exclusions') =>
    rules.flatMap(({ id, [of]: texts }) =>
      texts
        .filter((text) => learnedKind(text) === undefined)
        .map((text) => ({ rule: id, pattern: parsePattern(text, lists) })),
    )
  const patterns = compile('patterns')
  const exclusions = compile('exclusions')
  const learned = byKind(rules)
  const judge = learned.size > 0 ? createMessageJudge(lists, model) : undefined
  const known = new Set([
    ...[...patterns, ...exclusions].flatMap(({ pattern }) => pattern.literals),
    ...model.header.known,
  ])
  const startingWith = byBeginning(patterns)
  const excludedWith = byBeginning(exclusions)

  return (text) => {
    const words = normalizeWords(text, { known, ownHost })
    const budgets = createBudgets()
    const found = findAll(words, startingWith, budgets)
    const seen = judge?.(words, text) ?? []
    if (found.size === 0 && seen.length === 0)
      return { hits: [], phones: [], names: [], steps: budgets.used() }
    const excluded = findAll(words, excludedWith, budgets)
    const matched = [...found].flatMap(([ruleId, slots]): Hit[] => {
      const silent = excluded.get(ruleId)
      const slot = [...slots].find(([sentence]) => !silent?.has(sentence))?.[1]
      return slot ? [{ ruleId, words: quoted(words, slot) }] : []
    })
    const judged = seen.flatMap((trick): Hit[] =>
      (learned.get(trick.kind) ?? [])
        .filter((ruleId) => !excluded.get(ruleId)?.has(words.sentences[trick.from] ?? 0))
        .map((ruleId) => hitOf(ruleId, trick, words)),
    )
    const hits = [...matched, ...judged]
    const phones = words.words.flatMap((word, at) => (word === '#phone' ? [words.digits[at] ?? ''] : []))
    return { hits, phones, names: namesIn(words), steps: budgets.used() }
  }
}
