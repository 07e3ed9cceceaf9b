import { plainText } from './look-alikes.ts'
import { spelledDigits, withoutSigns } from './spelling.ts'

/** A text as every judgement reads it. */
export interface Words {
  /** Words in lower case; '#phone', '#account', '#number' and '#link' replace the things that they name. */
  words: string[]
  /** Index of each word's sentence. */
  sentences: number[]
  /** The digits of each '#phone' and '#account'. */
  digits: (string | undefined)[]
}

export interface Reading {
  /** Words that occur in rules or that the learned part knows. */
  known: ReadonlySet<string>
  ownHost: string
}

interface Piece {
  text: string
  /** The characters before it. */
  gap: string
}

const TOP_LEVELS =
  'com|net|org|gh|info|biz|co|me|ly|io|app|shop|store|site|online|xyz|top|live|link|club|pw|tk|cc'
const LINK = new RegExp(
  String.raw`https?://\S{1,300}|\bwww\.\S{1,300}|\b[a-z0-9-]{2,60}(?:\.[a-z0-9-]{1,60}){0,3}\.(?:${TOP_LEVELS})\b(?:/\S{0,300})?`,
  'g',
)
/** 'evil dot shop', 'evil . com'; a point that ends a sentence ('next door. GH₵600') is none. */
const SPOKEN_LINK = new RegExp(
  String.raw`\b[a-z0-9-]{2,60}(?: {0,2}[([]?dot[)\]]? {0,2}| {0,2}[([]\.[)\]] {0,2}|\.| {1,2}\. {1,2})(?:com|net|org|gh|shop|store|site|online|xyz|top)\b(?! ?[₵¢\d])`,
  'g',
)
const PIECE = /#link|[a-z0-9@$']+/g
const SENTENCE_END = /[.!?;\n]/
const BETWEEN_DIGITS = /^[ .\-()/+]{1,3}$/
const WORD_SEPARATOR = /^[-_.*]{1,2}$/
const PHONE = /^(?:0[235]\d{8}|(?:00)?233[235]\d{8})$/
/** A sentence of fewer words may be part of one that somebody split. */
const SENTENCE_MIN = 3

function piecesOf(plain: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of plain.matchAll(PIECE)) {
    const text = match[0].replaceAll("'", '')
    if (text === '') continue
    pieces.push({ text, gap: plain.slice(end, match.index) })
    end = match.index + match[0].length
  }
  return pieces
}

const isCharacter = ({ text }: Piece) => text.length === 1 && /[a-z0-9@$]/.test(text)

/**
 * Groups one-character pieces into words: a gap wider than the first, or a space among other separators, ends
 * a word.
 */
function wordsOfCharacters(run: readonly Piece[]): Piece[] {
  const words: Piece[] = []
  const usual = run[1]?.gap ?? ''
  for (const [index, { text, gap }] of run.entries()) {
    const last = words.at(-1)
    const isNext = index > 0 && gap.length <= usual.length && (!gap.includes(' ') || usual.includes(' '))
    if (last && isNext) last.text += text
    else words.push({ text, gap: index === 0 ? gap : ' ' })
  }
  return words
}

/** Joins words that were written character by character: 's e n d', 'c.o.d.e'. */
function joinCharacters(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at] as Piece
    let end = at
    while (end < pieces.length && isCharacter(pieces[end] as Piece)) end += 1
    const run = pieces.slice(at, end)
    if (run.length === 0) joined.push(piece)
    else if (run.length < 3 || run.every(({ text }) => /\d/.test(text))) joined.push(...run)
    else joined.push(...wordsOfCharacters(run))
    at = Math.max(end, at + 1)
  }
  return joined
}

/** Repairs words that were joined, using the known words. */
function toKnownWords(text: string, known: ReadonlySet<string>): string[] {
  if (text.startsWith('#') || known.has(text)) return [text]
  return splitKnown(text, known) ?? [text]
}

/**
 * Splits 'senddeposit' into 'send deposit'; returns undefined unless all pieces are known words of three
 * characters or more.
 */
function splitKnown(text: string, known: ReadonlySet<string>): string[] | undefined {
  if (text.length < 8 || text.length > 40) return undefined
  const ways: (string[] | undefined)[] = [[]]
  for (let end = 1; end <= text.length; end += 1)
    for (let from = Math.max(0, end - 14); from <= end - 3; from += 1) {
      const before = ways[from]
      const word = text.slice(from, end)
      if (before && !ways[end] && known.has(word)) ways[end] = [...before, word]
    }
  return ways[text.length]
}

const numberKind = (digits: string) =>
  PHONE.test(digits) ? '#phone' : digits.length >= 9 ? '#account' : '#number'

/** The reading of some pieces: one number, or words. */
interface PieceReading {
  words: string[]
  digits?: string
  /** Index of the piece after them. */
  until: number
}

/** Joins consecutive digits into one number if they are enough for a phone number. */
function readNumber(pieces: readonly Piece[], at: number): PieceReading | undefined {
  let digits = ''
  let until = at
  for (; until < pieces.length; until += 1) {
    const { text, gap } = pieces[until] as Piece
    if (until > at && !BETWEEN_DIGITS.test(gap)) break
    const next = spelledDigits(text)
    if (next === undefined || digits.length + next.length > 20) break
    digits += next
  }
  if (digits.length >= 8) return { words: [numberKind(digits)], digits, until }
  const { text } = pieces[at] as Piece
  return /^\d+$/.test(text) ? { words: [numberKind(text)], digits: text, until: at + 1 } : undefined
}

function readWords(pieces: readonly Piece[], at: number, known: ReadonlySet<string>): PieceReading {
  const { text } = pieces[at] as Piece
  const next = pieces[at + 1]
  // Parts with only a separator between them ('de-liver') may be one word.
  const together = next && WORD_SEPARATOR.test(next.gap) ? text + next.text : ''
  if (known.has(together)) return { words: [together], until: at + 2 }
  return { words: toKnownWords(text, known), until: at + 1 }
}

const hostOf = (link: string) => link.replace(/^https?:\/\//, '').split(/[/?#:]/, 1)[0]

/** Undoes spellings that avoid the rules. Links to the site's own host do not count as links. */
export function normalizeWords(text: string, { known, ownHost }: Reading): Words {
  const plain = withoutSigns(plainText(text), known)
    .replace(LINK, (link) => (hostOf(link) === ownHost ? ' ' : ' #link '))
    .replace(SPOKEN_LINK, ' #link ')
  const pieces = joinCharacters(piecesOf(plain))
  const found: Words = { words: [], sentences: [], digits: [] }
  let sentence = 0
  let length = 0
  for (let at = 0; at < pieces.length;) {
    const { gap, text: first } = pieces[at] as Piece
    if (SENTENCE_END.test(gap) && length >= SENTENCE_MIN && !(gap === '.' && /^\d/.test(first))) {
      sentence += 1
      length = 0
    }
    const next = readNumber(pieces, at) ?? readWords(pieces, at, known)
    for (const word of next.words) {
      found.words.push(word)
      found.sentences.push(sentence)
      found.digits.push(next.digits)
      length += 1
    }
    at = next.until
  }
  return found
}
