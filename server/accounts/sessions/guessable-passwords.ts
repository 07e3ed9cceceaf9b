import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { foldCharacters } from '#contract/fold.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { EVERYDAY_WORDS, LOCAL_WORDS } from './local-words.ts'

/**
 * Minimum number of guesses that a password must withstand, as many as eight random characters. The limits of
 * signing in stop guessers long before that.
 */
const ATTEMPTS_MIN = 1e8

/** Judging time grows with the square of the length, and anybody may send a password. */
const CHARACTERS_JUDGED = 32

const MESSAGE = 'This password is easy to guess. Use three or four words that only you would put together.'

export type GuessablePasswords = ReturnType<typeof createGuessablePasswords>

/** Ghanaian phone numbers are as public as names, so only the characters around one count as the password. */
const PHONE_NUMBER = /(?:\+?233|0)(?:[ -]?\d){9}(?!\d)/g

const countOf = (text: string, pattern: RegExp) => text.replaceAll(pattern, '').length

/** Maximum number of digits around words: those of a date. */
const DIGITS_MAX = 8
const hasFewDigits = (text: string) => countOf(text, /\D/g) <= DIGITS_MAX

/** A word, or several words separated only by capitals. */
const PIECE = /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*|[A-Z]+)$/
/** Maximum length of one or two words that word lists with common endings find. */
const LENGTH_MAX = 14
const SIGNS_MAX = 2

/**
 * Matches 'Tiger@2020', 'MightyGod1!', 'Christ1sKing!' and two pieces if one is known, such as
 * 'Thomas-Partey5'.
 */
function isOneOrTwoWords(text: string, own: readonly string[]): boolean {
  const spelled = text.replaceAll(/(?<=[A-Za-z])[01345](?=[a-z])/g, 'o')
  const pieces = spelled.match(/[a-z]+/gi) ?? []
  const known: ReadonlySet<string> = new Set([...LOCAL_WORDS, ...EVERYDAY_WORDS, ...own])
  return (
    pieces.every((piece) => PIECE.test(piece)) &&
    pieces.join('').length <= LENGTH_MAX &&
    (pieces.length === 1 ||
      (pieces.length === 2 && pieces.some((piece) => known.has(piece.toLowerCase())))) &&
    countOf(spelled, /[a-z\d]/gi) <= SIGNS_MAX &&
    hasFewDigits(spelled)
  )
}

/** Symbols and digits that people write instead of a letter. */
const SIGNS: Record<string, string> = { a: '[a@4]', e: '[e3]', i: '[i1!]', o: '[o0]', s: '[s$5]', t: '[t7]' }
const withSigns = (word: string) => word.replaceAll(/[aeiost]/g, (character) => SIGNS[character] ?? character)

const plainWords = (text: string) => foldCharacters(text).match(/[a-z]{3,}/g) ?? []

/**
 * Returns whether the text is at most three local words, or words from `own`, mixed with everyday words (or
 * only everyday words) and surrounded by digits and signs: 'God_is_great1', 'Kofi&Ama2020'.
 */
function isLocal(text: string, own: readonly string[]): boolean {
  const everyday = `(?:(?:${EVERYDAY_WORDS.join('|')})[^a-z]*){0,4}`
  const local = `(?:${[...LOCAL_WORDS, ...own].map(withSigns).join('|')})[^a-z]*`
  const pattern = new RegExp(`^[^a-z]*${everyday}(?:${local}${everyday}){0,3}$`)
  return hasFewDigits(text) && pattern.test(foldCharacters(text))
}

async function loadEstimator(siteName: string): Promise<ZxcvbnFactory> {
  const [core, language] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new core.ZxcvbnFactory({
    dictionary: { ...language.dictionary, ghanaian: [...LOCAL_WORDS, siteName.toLowerCase()] },
    graphs: language.adjacencyGraphs,
  })
}

/** The lists take ten megabytes, so they are loaded when somebody first chooses a password. */
export function createGuessablePasswords(siteName: string) {
  let estimator: Promise<ZxcvbnFactory> | undefined
  return {
    /**
     * Throws invalid-input, naming `field`, if the password can be guessed quickly from common passwords,
     * names or facts `about` the person.
     */
    async refuse({ field, text, about }: { field: string; text: string; about: readonly string[] }) {
      const rest = text.replaceAll(PHONE_NUMBER, '').slice(0, CHARACTERS_JUDGED)
      const words = about.flatMap((part) => part.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean)
      estimator ??= loadEstimator(siteName)
      const { guesses } = (await estimator).check(rest, words)
      const own = [siteName, ...about].flatMap(plainWords)
      if (guesses < ATTEMPTS_MIN || isOneOrTwoWords(rest, own) || isLocal(rest, own))
        throw invalidInput([{ field, message: MESSAGE }])
    },
  }
}
