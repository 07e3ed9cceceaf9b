import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { WordGroup } from '#server/search/filters/filters.ts'
import { editDistance } from './edit-distance.ts'
import { alternativesOf } from './words-alike.ts'

/** A typed word, folded, and its stem in the word index; none for words like 'the'. */
export interface TypedWord {
  word: string
  lexemes: string[]
}

export async function readTyped(db: Database, text: string): Promise<TypedWord[]> {
  // PostgreSQL's text cannot contain NUL.
  const { rows } = await sql<TypedWord>`
    select word, tsvector_to_array(to_tsvector('pg_catalog.english', word)) as lexemes
    from unnest(string_to_array(plain_words(${text.replaceAll('\0', ' ')}), ' ')) with ordinality as typed (word, index)
    where word <> ''
    order by index`.execute(db)
  return rows
}

export const wordsOf = (typed: TypedWord[]): WordGroup[] =>
  [...new Set(typed.flatMap(({ lexemes }) => lexemes))].map(alternativesOf)

interface KnownWord {
  word: string
  lexeme: string | null
  products: number
}

const lexemeOfWord = sql.raw(`(tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as lexeme`)

async function knownWords(db: Database, words: string[]): Promise<Map<string, KnownWord>> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexemeOfWord} from market_words where word = any(${words}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.word, row]))
}

async function alikeWords(db: Database, word: string): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexemeOfWord} from market_words
    where word % ${word} order by similarity(word, ${word}) desc, products desc limit 20`.execute(db)
  return rows
}

/** Maximum number of wrong letters in a word. */
const maxTypos = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)
const CORRECTIONS_MAX = 3

/** Words of the market that `word` may have been meant as: the nearest, then the most used. */
async function corrections(db: Database, word: string): Promise<string[]> {
  if (maxTypos(word) === 0) return []
  const alike = await alikeWords(db, word)
  return alike
    .map((known) => ({ ...known, distance: editDistance(word, known.word) }))
    .filter(({ distance, lexeme: stem }) => distance <= maxTypos(word) && stem !== null)
    .toSorted((a, b) => a.distance - b.distance || b.products - a.products)
    .slice(0, CORRECTIONS_MAX)
    .map((known) => known.lexeme as string)
}

/** The probable meaning of some consecutive typed words. */
interface Guess {
  groups: WordGroup[]
  /** Number of typed words that it replaces. */
  words: number
  changed: boolean
}

const WORD_THEN_DIGITS = /^(\p{L}{2,})(\d\w*)$/u
const piecesOf = (word: string): string[] => WORD_THEN_DIGITS.exec(word)?.slice(1) ?? []
const joins = (plain: string[]) => plain.slice(1).map((word, index) => `${plain[index]}${word}`)

/** Reads 'play station' as one word if the market writes it so, unless each is more usual by itself. */
function guessJoined(
  word: string,
  next: string | undefined,
  known: Map<string, KnownWord>,
): Guess | undefined {
  if (next === undefined) return undefined
  const joined = known.get(word + next)
  const apart = Math.min(known.get(word)?.products ?? 0, known.get(next)?.products ?? 0)
  return joined?.lexeme && joined.products > apart
    ? { groups: [[joined.lexeme]], words: 2, changed: true }
    : undefined
}

/** Reads 'iphone13' as two words if the market writes it so. */
function guessSplit(word: string, known: Map<string, KnownWord>): Guess | undefined {
  const stems = piecesOf(word).flatMap((part) => known.get(part)?.lexeme ?? [])
  return stems.length === 2 ? { groups: stems.map((stem) => [stem]), words: 1, changed: true } : undefined
}

async function guess(
  db: Database,
  typed: TypedWord[],
  at: number,
  known: Map<string, KnownWord>,
): Promise<Guess> {
  const { word, lexemes } = typed[at] ?? { word: '', lexemes: [] }
  const asTyped = { groups: lexemes.map(alternativesOf), words: 1, changed: false }
  const joined = guessJoined(word, typed[at + 1]?.word, known)
  if (joined) return joined
  if (known.has(word)) return asTyped
  const others = await corrections(db, word)
  if (others.length > 0) return { groups: [[...lexemes, ...others]], words: 1, changed: true }
  return guessSplit(word, known) ?? asTyped
}

/**
 * The probable meaning of words written together ('iphone13'), apart ('play station') or wrongly ('samsng'),
 * by the words of the market. Returns undefined if there is no other meaning.
 */
export async function findSimilarWords(db: Database, typed: TypedWord[]): Promise<WordGroup[] | undefined> {
  const plain = typed.map(({ word }) => word)
  const known = await knownWords(db, [...plain, ...joins(plain), ...plain.flatMap(piecesOf)])
  const guesses: Guess[] = []
  for (let at = 0; at < typed.length; at += guesses.at(-1)?.words ?? 1) {
    guesses.push(await guess(db, typed, at, known))
  }
  const groups = guesses.flatMap((one) => one.groups)
  return guesses.some((one) => one.changed) && groups.length > 0 ? groups : undefined
}

/** Words of the market with this beginning, most used first; otherwise similar ones. */
export async function completions(db: Database, start: string, most: number): Promise<string[]> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexemeOfWord} from (
      select word, products from market_words
      where word >= ${start} and word < ${`${start}\u{10FFFF}`}
      order by products desc, word limit ${sql.lit(most)}
    ) as likely`.execute(db)
  const stems = rows.flatMap((row) => row.lexeme ?? [])
  return [...new Set(stems.length > 0 ? stems : await corrections(db, start))]
}
