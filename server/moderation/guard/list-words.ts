import { GUARD_WORD_MAX } from '#contract/limits.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import { PatternError, readWord } from './pattern.ts'

/** Length of a wrong word in a message. */
const QUOTED_MAX = 20

const shortened = (text: string) =>
  text.length > QUOTED_MAX ? `${Array.from(text).slice(0, QUOTED_MAX).join('')}…` : text

function problemOf(typed: string): string | undefined {
  try {
    if (Math.max(typed.length, readWord(typed).length) <= GUARD_WORD_MAX) return undefined
    return `“${shortened(typed)}” is longer than ${GUARD_WORD_MAX} characters`
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    return `“${shortened(typed)}” is not a word. Use letters and digits, a star for any ending, #currency, #number, #phone, #account or #link`
  }
}

/** A list's words as texts are compared with them, each once. */
export const plainWords = (words: readonly string[]): string[] => [...new Set(words.map(readWord))]

/** Throws invalid-input that names the first wrong word. */
export function readListWords(typed: readonly string[]): string[] {
  const message = typed.map(problemOf).find((problem) => problem !== undefined)
  if (message !== undefined) throw invalidInput([{ field: 'words', message }])
  return plainWords(typed)
}
