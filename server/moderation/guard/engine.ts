import { beginnings, matchEnd, parsePattern, type Pattern } from './pattern.ts'
import { type Words, normalizeWords } from './words.ts'

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
}

export type Engine = (text: string) => Judged

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

/** The first match of each rule in each sentence. */
type Found = Map<number, Map<number, { from: number; until: number }>>

function findAll({ words, sentences }: Words, startingWith: (word: string) => readonly Compiled[]): Found {
  const found: Found = new Map()
  let until = 0
  for (const [at, word] of words.entries()) {
    const sentence = sentences[at] ?? 0
    while (until < words.length && sentences[until] === sentence) until += 1
    for (const { rule, pattern } of startingWith(word)) {
      const slots = found.get(rule)
      if (slots?.has(sentence)) continue
      const end = matchEnd(pattern, words, at, until)
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

/**
 * Rules are compiled once; matching then takes time in proportion to the text's length. Throws a
 * PatternError.
 */
export function compileRules(rules: readonly RuleText[], lists: WordLists, ownHost: string): Engine {
  const compile = (of: 'patterns' | 'exclusions') =>
    rules.flatMap(({ id, [of]: texts }) =>
      texts.map((text) => ({ rule: id, pattern: parsePattern(text, lists) })),
    )
  const patterns = compile('patterns')
  const exclusions = compile('exclusions')
  const known = new Set([...patterns, ...exclusions].flatMap(({ pattern }) => pattern.literals))
  const startingWith = byBeginning(patterns)
  const excludedWith = byBeginning(exclusions)

  return (text) => {
    const words = normalizeWords(text, { known, ownHost })
    const found = findAll(words, startingWith)
    if (found.size === 0) return { hits: [], phones: [], names: [] }
    const excluded = findAll(words, excludedWith)
    const hits = [...found].flatMap(([ruleId, slots]): Hit[] => {
      const silent = excluded.get(ruleId)
      const slot = [...slots].find(([sentence]) => !silent?.has(sentence))?.[1]
      return slot ? [{ ruleId, words: words.words.slice(slot.from, slot.until).join(' ') }] : []
    })
    const phones = words.words.flatMap((word, at) => (word === '#phone' ? [words.digits[at] ?? ''] : []))
    return { hits, phones, names: namesIn(words) }
  }
}
