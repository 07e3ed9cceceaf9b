import { READ_AS } from './signs-for-letters.ts'

const WITH_SIGNS = /[a-z0-9@$!£|]+/g
const LETTER = /[a-z]/
const SIGN = /[0134578@$!£|]/
const SPELLED: Readonly<Record<string, string>> = {
  oh: '0',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
}
const SPELLED_DIGIT = new RegExp(Object.keys(SPELLED).join('|'), 'g')
const IN_DIGITS = new RegExp(`^(?:\\d|${SPELLED_DIGIT.source})+$`)

/** Reads 'zero2four' as '024'; returns undefined for anything that is not digits throughout. */
export const spelledDigits = (text: string): string | undefined =>
  IN_DIGITS.test(text) ? text.replace(SPELLED_DIGIT, (word) => SPELLED[word] ?? '') : undefined

/** 'b4' and 'gr8' are words, '64gb' and '2pm' amounts, and 's10' and 'ps5' models. */
const ABBREVIATION = /^(?:b4|gr8|m8|l8r|w8|str8|h8|[24][a-z]+)$/
const AMOUNT =
  /^(?:\d*1st|\d*2nd|\d*3rd|\d+(?:th|k|gb|tb|inch|in|kg|km|pm|am|p|mm|ram|hrs?|yrs?|x|ghs|cedis|l|ml|mg|w|v|kva|hp|cc))$/
const MODEL = /^(?:ps|s|a|x|note|hot|spark|camon|iphone|itel)\d+$/

const isMeantAsIs = (word: string) =>
  !SIGN.test(word) || IN_DIGITS.test(word) || ABBREVIATION.test(word) || AMOUNT.test(word) || MODEL.test(word)

function readWord(word: string, known: ReadonlySet<string>): string {
  const read = Array.from(word, (sign) => READ_AS[sign] ?? sign).join('')
  if (!word.includes('1') || known.has(read)) return read
  const other = Array.from(word, (sign) => (sign === '1' ? 'l' : (READ_AS[sign] ?? sign))).join('')
  return known.has(other) ? other : read
}

/** Reads signs within words as the letters that people see in them. The text is in plain lower case. */
export const withoutSigns = (plain: string, known: ReadonlySet<string>): string =>
  plain
    // 's)on' has a bracket for an o.
    .replace(/(?<![\w)])\)(?=[a-z])|(?<=[a-z])\)(?=[a-z])/g, 'o')
    // 'o244' has a letter for a zero.
    .replace(/\b\d+o+\b|\bo\d{8,9}\b/g, (digits) => digits.replaceAll('o', '0'))
    .replace(WITH_SIGNS, (piece) => {
      if (!LETTER.test(piece)) return piece
      let end = piece.length
      while (piece[end - 1] === '!') end -= 1
      const word = piece.slice(0, end)
      return known.has(word) || isMeantAsIs(word) ? piece : readWord(word, known) + piece.slice(end)
    })
