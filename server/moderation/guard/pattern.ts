import { CURRENCY_WORDS } from '#server/moderation/guard/judgement/features.ts'
import { TRICK_KINDS } from '#server/moderation/guard/judgement/kinds.ts'
import { plainText } from '#server/moderation/guard/judgement/look-alikes.ts'

/** One slot of a pattern. `words` and `starts` are the alternatives; both are undefined for any word. */
interface Slot {
  words: ReadonlySet<string> | undefined
  starts: readonly string[]
  isOptional: boolean
}

export interface Pattern {
  slots: readonly Slot[]
  /** All literal words of the pattern. */
  literals: readonly string[]
}

/** The matcher needs one bit of a 32-bit integer for each slot and one for the end. */
const SLOTS_MAX = 30
const GAP_MAX = 8

export class PatternError extends Error {}

/** A pattern of this form means a kind of trick that the learned part sees. */
const LEARNED = /^=([a-z-]+)$/

/** 'advance' for '=advance', undefined for a pattern of words. Throws a PatternError for an unknown kind. */
export function learnedKind(text: string): string | undefined {
  const kind = LEARNED.exec(text.trim())?.[1]
  if (kind !== undefined && !(TRICK_KINDS as readonly string[]).includes(kind))
    throw new PatternError(`There is no kind of trick called ${kind}. Known are ${TRICK_KINDS.join(', ')}`)
  return kind
}

/** A word, a placeholder such as '#phone', or a beginning with a star. */
const WORD = /^(?:[a-z0-9]+\*?|#(?:phone|account|number|link|currency))$/

/** The word of a pattern or list as texts are compared with it. Throws a PatternError. */
export function readWord(text: string): string {
  const word = plainText(text).replaceAll("'", '')
  if (!WORD.test(word)) throw new PatternError(`“${word}” is not a word`)
  return word
}

const alternativesOf = (part: string) => part.replace(/\?$/, '').split('|')

/** Names of the lists that a pattern refers to. */
export const listsIn = (pattern: string): string[] =>
  pattern
    .split(/\s+/)
    .flatMap(alternativesOf)
    .filter((name) => name.startsWith('@'))
    .map((name) => name.slice(1))

function slotOf(part: string, lists: Readonly<Record<string, readonly string[]>>): Slot {
  const isOptional = part.endsWith('?')
  const names = alternativesOf(part).flatMap((name) => {
    if (!name.startsWith('@')) return [name]
    const list = Object.hasOwn(lists, name.slice(1)) ? lists[name.slice(1)] : undefined
    if (!list) throw new PatternError(`There is no list of words called ${name}`)
    return list
  })
  const plain = names.map(readWord).flatMap((word) => (word === '#currency' ? CURRENCY_WORDS : [word]))
  return {
    words: new Set(plain.filter((name) => !name.endsWith('*'))),
    starts: plain.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1)),
    isOptional,
  }
}

const ANY: Slot = { words: undefined, starts: [], isOptional: true }

/**
 * Reads 'send|pay ~2 deposit*': words with alternatives, '?' after optional ones, '~2' for up to two words of
 * any kind, '*' for any ending, '@pay' for a list of words, '#phone', '#account', '#number', '#link' or '#currency'. Every
 * pattern matches in little time. Throws a PatternError.
 */
export function parsePattern(text: string, lists: Readonly<Record<string, readonly string[]>>): Pattern {
  const slots = text
    .trim()
    .split(/\s+/)
    .flatMap((part): Slot[] => {
      const gap = /^~(\d)$/.exec(part)
      if (!gap) return [slotOf(part, lists)]
      const length = Number(gap[1])
      if (length < 1 || length > GAP_MAX) throw new PatternError(`A gap must have 1 to ${GAP_MAX} words`)
      return Array.from({ length }, () => ANY)
    })
  const [first] = slots
  if (!first || first.isOptional || slots.at(-1)?.isOptional)
    throw new PatternError(`A pattern must begin and end with a required word: ${text}`)
  if (slots.length > SLOTS_MAX) throw new PatternError('This pattern is too long')
  return { slots, literals: slots.flatMap(({ words }) => [...(words ?? [])]) }
}

export interface Exclusion {
  pattern: Pattern
  /** How many words away it silences a match; 0 if it must share a word, undefined for its whole sentence. */
  reach: number | undefined
}

/**
 * Reads an exclusion: 'the price' silences its whole sentence, '~2 the price' a match at most two words away, '~0 the
 * price' one that shares a word with it. Throws a PatternError.
 */
export function parseExclusion(text: string, lists: Readonly<Record<string, readonly string[]>>): Exclusion {
  const reach = /^\s*~(\d)\s/.exec(text)
  if (!reach) return { pattern: parsePattern(text, lists), reach: undefined }
  return { pattern: parsePattern(text.slice(reach[0].length), lists), reach: Number(reach[1]) }
}

const fits = ({ words, starts }: Slot, word: string) =>
  words === undefined || words.has(word) || starts.some((start) => word.startsWith(start))

/** Steps that are left for a text; matching ends when there are none. */
export interface Budget {
  left: number
}

/**
 * Returns the earliest end of a match that begins at `from`, or -1. Each word takes as many steps as the
 * pattern has open slots, and beginnings in them.
 */
export function matchEnd(
  { slots }: Pattern,
  { words, from, until, budget }: { words: readonly string[]; from: number; until: number; budget: Budget },
): number {
  // Bit i is set if all slots before slot i are matched.
  let open = 1
  for (let at = from; at < until && open !== 0 && budget.left > 0; at += 1) {
    const word = words[at] as string
    let next = 0
    for (let index = 0, bits = open; bits !== 0; index += 1, bits >>>= 1) {
      if ((bits & 1) === 0) continue
      const slot = slots[index] as Slot
      budget.left -= 1 + slot.starts.length
      if (fits(slot, word)) next |= 1 << (index + 1)
      if (slot.isOptional) bits |= 2
    }
    if (((next >>> slots.length) & 1) === 1) return at + 1
    open = next
  }
  return -1
}

/** The words with which the pattern may begin. */
export const beginnings = ({ slots }: Pattern) => {
  const [first] = slots
  return { words: [...(first?.words ?? [])], starts: first?.starts ?? [] }
}
