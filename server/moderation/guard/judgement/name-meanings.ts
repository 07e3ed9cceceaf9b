import { skeletonOf, skeletonWords } from './name-reading.ts'
import { NAME_WORDS } from './name-words.ts'

/** Words of fewer characters are not compared with their misspellings. */
const MISSPELLED_MIN = 5
/** Words of which any letter may be wrong. */
const LONG_MIN = 7
/** Consonants of fewer characters sound like too many words. */
const SOUND_MIN = 3
/** Characters of a word in joined words, and of the joined words that are split. */
const WORD_MIN = 3
const WORD_MAX = 16
const JOINED_MIN = 6
const JOINED_MAX = 40
/** Words of one name of an institution. */
const NAME_WORDS_MAX = 4

const LATIN = /^[a-z0-9]+$/
export const isLatin = (word: string): boolean => LATIN.test(word)

/** The consonants of a word, those that sound alike as one, and its first vowel. */
const soundOf = (word: string): string =>
  word
    .replace(/ph/g, 'f')
    .replace(/[ts]i(?=[oa])|ci(?=[oae])/g, 's')
    .replace(/[cs]h/g, 's')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/g(?=[ei])/g, 'j')
    .replace(/[cqx]/g, 'k')
    .replace(/z/g, 's')
    .replace(/r$|er$/g, '')
    .replace(/(?<!^)[aeouwyh]/g, '')
    .replace(/(.)\1+/g, '$1')

/** Whether one insertion, deletion, change or swap of neighbours makes the words equal. */
export function isMisspelled(word: string, meant: string): boolean {
  const shorter = Math.min(word.length, meant.length)
  if (Math.max(word.length, meant.length) - shorter > 1) return false
  let from = 0
  while (from < shorter && word[from] === meant[from]) from += 1
  let back = 0
  while (back < shorter - from && word.at(-1 - back) === meant.at(-1 - back)) back += 1
  const left = word.length - from - back
  const right = meant.length - from - back
  if (left <= 1 && right <= 1) return true
  return left === 2 && right === 2 && word[from] === meant[from + 1] && word[from + 1] === meant[from]
}

/** In short words, another first letter makes another word: 'Keller' is no teller. */
const beginsAlike = (word: string, meant: string) => word[0] === meant[0] || word.length >= LONG_MIN

/** Names of institutions and claims in their skeletons, with the kinds that they mean. */
function knownNames(): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const [kind, names] of Object.entries(NAME_WORDS))
    for (const name of names.split('|')) {
      const words = skeletonWords(skeletonOf(name)).join(' ')
      known.set(words, [...new Set([...(known.get(words) ?? []), kind])])
    }
  return known
}

/** How a word was read: '~' if one error away from a known one, '≈' if it only sounds like it. */
export type Nearness = '' | '~' | '≈'

/** The kinds that words of a name mean: institutions, roles, checks and honest things. */
export interface Meanings {
  /** The longest known name that begins at a word, and the number of its words. */
  nameAt(words: readonly string[], at: number): { kinds: readonly string[]; length: number } | undefined
  /** The known word that is meant by a misspelled one. */
  corrected(word: string): { word: string; nearness: Nearness }
  /** Splits 'zenithbank' into 'zenith bank'; undefined unless all parts are known words or `more`. */
  split(word: string, more: string): string[] | undefined
  /** Kinds of long names anywhere in a text without spaces. */
  within(text: string): readonly string[]
}

/** Finds what words of names mean. */
export function createMeanings(): Meanings {
  const known = knownNames()
  const single = new Set([...known.keys()].flatMap((words) => words.split(' ')))
  const long = [...single].filter((word) => word.length >= MISSPELLED_MIN && isLatin(word))
  const searched = [...known.keys()].filter(
    (words) => !words.includes(' ') && (words.length >= MISSPELLED_MIN || !isLatin(words)),
  )
  const bySound = new Map(
    long.flatMap((word) => (soundOf(word).length >= SOUND_MIN ? [[soundOf(word), word] as const] : [])),
  )
  const isPart = (part: string, more: string) =>
    part === more || part === 'gh' || (part.length >= WORD_MIN && single.has(part))
  return {
    nameAt(words, at) {
      for (let length = Math.min(NAME_WORDS_MAX, words.length - at); length > 0; length -= 1) {
        const kinds = known.get(words.slice(at, at + length).join(' '))
        if (kinds) return { kinds, length }
      }
      return undefined
    },
    corrected(word) {
      if (word.length < MISSPELLED_MIN || single.has(word)) return { word, nearness: '' }
      const near = long.find((each) => beginsAlike(word, each) && isMisspelled(word, each))
      if (near !== undefined) return { word: near, nearness: '~' }
      const alike = isLatin(word) ? bySound.get(soundOf(word)) : undefined
      return alike === undefined ? { word, nearness: '' } : { word: alike, nearness: '≈' }
    },
    split(word, more) {
      if (word.length < JOINED_MIN || word.length > JOINED_MAX || single.has(word)) return undefined
      const ways: (string[] | undefined)[] = [[]]
      for (let end = 1; end <= word.length; end += 1)
        for (let from = Math.max(0, end - WORD_MAX); from <= end - 2; from += 1) {
          const before = ways[from]
          const part = word.slice(from, end)
          if (before && !ways[end] && isPart(part, more)) ways[end] = [...before, part]
        }
      return ways[word.length]
    },
    within: (text) => [
      ...new Set(searched.filter((each) => text.includes(each)).flatMap((each) => known.get(each) ?? [])),
    ],
  }
}
