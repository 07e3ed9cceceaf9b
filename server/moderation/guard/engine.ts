import type { LinearModel } from '#server/moderation/guard/judgement/linear-model.ts'
import {
  createMessageJudge,
  type SeenTrick,
  type Side,
} from '#server/moderation/guard/judgement/message-judge.ts'
import { type Part, quoted } from '#server/moderation/guard/judgement/telling-words.ts'
import { type Words, normalizeWords } from '#server/moderation/guard/judgement/words.ts'
import {
  beginnings,
  type Budget,
  learnedKind,
  matchEnd,
  parseExclusion,
  parsePattern,
  type Pattern,
} from './pattern.ts'

export type WordLists = Readonly<Record<string, readonly string[]>>

/** The engine's input for a rule. */
export interface RuleText {
  id: number
  patterns: readonly string[]
  /** Words that silence the rule in their sentence, or near them. */
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
  /** For an exclusion; see pattern.ts. */
  reach?: number | undefined
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

/** Words that a pattern matched. */
interface Match extends Part, Pick<Compiled, 'rule' | 'reach'> {
  sentence: number
}

function* findAll(
  { words, sentences }: Words,
  startingWith: (word: string) => readonly Compiled[],
  { budgets, isDone }: { budgets: Budgets; isDone: (compiled: Compiled, sentence: number) => boolean },
): Generator<Match> {
  let until = 0
  for (const [at, word] of words.entries()) {
    const sentence = sentences[at] ?? 0
    while (until < words.length && sentences[until] === sentence) until += 1
    for (const compiled of startingWith(word)) {
      if (isDone(compiled, sentence)) continue
      const { rule, pattern, reach } = compiled
      const end = matchEnd(pattern, { words, from: at, until, budget: budgets.of(rule) })
      if (end !== -1) yield { rule, reach, sentence, from: at, until: end }
    }
  }
}

/** How many words one part is away from another; 0 if they share a word, and 1 if they are next to each other. */
const distance = (one: Part, other: Part) =>
  Math.max(one.from - other.until + 1, other.from - one.until + 1, 0)

/** Tells whether a rule's exclusions silence a part of the text. They are looked for when the first part is asked for. */
function createSilence(words: Words, excludedWith: (word: string) => readonly Compiled[], budgets: Budgets) {
  let found: Map<number, Match[]> | undefined
  function find(): Map<number, Match[]> {
    const matches = new Map<number, Match[]>()
    const silencesAll = (rule: number, sentence: number) =>
      matches.get(rule)?.some((each) => each.reach === undefined && each.sentence === sentence) === true
    const isDone = ({ rule }: Compiled, sentence: number) => silencesAll(rule, sentence)
    for (const match of findAll(words, excludedWith, { budgets, isDone }))
      matches.set(match.rule, [...(matches.get(match.rule) ?? []), match])
    return matches
  }
  return (rule: number, part: Part): boolean =>
    (found ??= find())
      .get(rule)
      ?.some(
        (each) =>
          each.sentence === (words.sentences[part.from] ?? 0) &&
          (each.reach === undefined || distance(each, part) <= each.reach),
      ) === true
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
  const patterns = rules.flatMap(({ id, patterns: texts }) =>
    texts
      .filter((text) => learnedKind(text) === undefined)
      .map((text) => ({ rule: id, pattern: parsePattern(text, lists) })),
  )
  const exclusions = rules.flatMap(({ id, exclusions: texts }) =>
    texts.map((text) => ({ rule: id, ...parseExclusion(text, lists) })),
  )
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
    const isSilenced = createSilence(words, excludedWith, budgets)
    const found = new Map<number, Match>()
    const isDone = ({ rule }: Compiled) => found.has(rule)
    for (const match of findAll(words, startingWith, { budgets, isDone }))
      if (!isSilenced(match.rule, match)) found.set(match.rule, match)
    const judged = (judge?.(words, text) ?? []).flatMap((trick): Hit[] =>
      (learned.get(trick.kind) ?? [])
        .filter((ruleId) => !isSilenced(ruleId, trick))
        .map((ruleId) => hitOf(ruleId, trick, words)),
    )
    const hits = [
      ...[...found].map(([ruleId, part]): Hit => ({ ruleId, words: quoted(words, part) })),
      ...judged,
    ]
    if (hits.length === 0) return { hits, phones: [], names: [], steps: budgets.used() }
    const phones = words.words.flatMap((word, at) => (word === '#phone' ? [words.digits[at] ?? ''] : []))
    return { hits, phones, names: namesIn(words), steps: budgets.used() }
  }
}
