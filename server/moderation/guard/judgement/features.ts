import type { Words } from './words.ts'

/** Words that mean the same to a judgement, by the name of what they mean: 'before' for 'first', 'upfront' and 'kan'. */
export type Concepts = ReadonlyMap<string, readonly string[]>

/** The concepts of each word. */
export function conceptsOf(lists: Readonly<Record<string, readonly string[]>>): Concepts {
  const concepts = new Map<string, string[]>()
  for (const [name, words] of Object.entries(lists))
    for (const word of words) concepts.set(word, [...(concepts.get(word) ?? []), name])
  return concepts
}

/** Bits of a feature's number. */
export const FEATURE_BITS = 20
const MASK = (1 << FEATURE_BITS) - 1

/** FNV-1a, with its high bits mixed into those that remain. */
function numberOf(feature: string): number {
  let hash = 2_166_136_261
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 16_777_619)
  return (hash ^ (hash >>> 15)) & MASK
}

/** The features of a text, each once, and for each the word that it comes from, for the reason of a judgement. */
export interface Features {
  numbers: number[]
  /** Index of the feature's first word. */
  at: number[]
  /** The features of each stretch of the text, some of which are also in others. */
  stretches: readonly (readonly number[])[]
}

/** Words of a stretch, if its sentence does not end before. */
const STRETCH_WORDS = 16

/** The stretch of each word: a sentence, or a part of a long one. */
export function stretchesOf({ sentences }: Words): number[] {
  let stretch = 0
  let begun = 0
  return sentences.map((sentence, at) => {
    if (sentence !== sentences[begun] || at - begun >= STRETCH_WORDS) {
      stretch += 1
      begun = at
    }
    return stretch
  })
}

const WORDS_APART = 3
const CONCEPTS_APART = 4
const SIGNS_OF_WORD = [3, 4]
const SIGNS_ACROSS = 5

/** Collects each feature once, with the word that it was first seen at, and once for each stretch. */
export function createCollector(stretches: readonly number[]) {
  const first = new Map<number, number>()
  const within = Array.from({ length: (stretches.at(-1) ?? 0) + 1 }, () => new Set<number>())
  return {
    add(feature: string, at: number): void {
      const number = numberOf(feature)
      if (!first.has(number)) first.set(number, at)
      within[stretches[at] ?? 0]?.add(number)
    },
    features: (): Features => ({
      numbers: [...first.keys()],
      at: [...first.values()],
      stretches: within.map((numbers) => [...numbers]),
    }),
  }
}

type Add = (feature: string, at: number) => void

/** The words that '#currency' means. */
export const CURRENCY_WORDS = ['ghs', 'ghc', 'gh', 'cedi', 'cedis', 'ghana'] as const
const CURRENCY: ReadonlySet<string> = new Set(CURRENCY_WORDS)

/** All amounts are one word, and all names of the currency. */
const general = (word: string) => (/^\d+k?$/.test(word) ? '#number' : CURRENCY.has(word) ? '#currency' : word)

function addSigns(word: string, at: number, add: Add): void {
  const whole = `<${word}>`
  for (const length of SIGNS_OF_WORD)
    for (let from = 0; from + length <= whole.length; from += 1)
      add(`c${whole.slice(from, from + length)}`, at)
}

function addWords(words: readonly string[], add: Add): void {
  for (const [at, word] of words.entries()) {
    add(`w${word}`, at)
    for (let apart = 1; apart <= WORDS_APART && at + apart < words.length; apart += 1)
      add(`${apart === 1 ? 'b' : 's'}${word} ${words[at + apart]}`, at)
    if (at + 2 < words.length) add(`t${word} ${words[at + 1]} ${words[at + 2]}`, at)
    addSigns(word, at, add)
  }
}

/** Parts of the text of some signs, also across words. */
function addAcross(words: readonly string[], add: Add): void {
  let at = 0
  let next = 1
  const whole = ` ${words.join(' ')} `
  for (let from = 0; from + SIGNS_ACROSS <= whole.length; from += 1) {
    if (from > next + (words[at]?.length ?? 0) && at + 1 < words.length) {
      next += (words[at]?.length ?? 0) + 1
      at += 1
    }
    add(`x${whole.slice(from, from + SIGNS_ACROSS)}`, at)
  }
}

/** Concepts in their order, so that 'pay before you see' differs from 'see before you pay'. */
function addConcepts(words: readonly string[], concepts: Concepts, add: Add): void {
  const found = words.flatMap((word, at) => (concepts.get(word) ?? []).map((concept) => ({ concept, at })))
  const sequence = found.filter(({ concept }, index) => found[index - 1]?.concept !== concept)
  for (const [index, { concept, at }] of sequence.entries()) {
    add(`C${concept}`, at)
    for (let apart = 1; apart <= CONCEPTS_APART && index + apart < sequence.length; apart += 1)
      add(`D${concept} ${sequence[index + apart]?.concept}`, at)
    if (index + 2 < sequence.length)
      add(`T${concept} ${sequence[index + 1]?.concept} ${sequence[index + 2]?.concept}`, at)
  }
  for (const { concept, at } of found)
    for (const apart of [-2, -1, 1, 2]) {
      const word = words[at + apart]
      if (word !== undefined) add(`M${apart > 0 ? '-' : '+'}${word} ${concept}`, at)
    }
}

/** The features of a text, without who wrote it. */
export function textFeatures(read: Words, text: string, concepts: Concepts): Features {
  const words = read.words.map(general)
  const { add, features } = createCollector(stretchesOf(read))
  addWords(words, add)
  addAcross(words, add)
  addConcepts(words, concepts, add)
  if (text.includes('?')) add('?', 0)
  if (text.includes('!')) add('!', 0)
  add(`length ${Math.min(8, Math.floor(Math.log2(words.length + 1) * 2))}`, 0)
  return features()
}

/** What one side says: 'I have paid' differs from a buyer and from a seller. */
export function sideFeatures(read: Words, side: string): Features {
  const { add, features } = createCollector(stretchesOf(read))
  for (const [at, word] of read.words.entries()) add(`r${side} ${general(word)}`, at)
  return features()
}
