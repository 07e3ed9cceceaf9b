import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { WordGroup } from './rules.ts'
import { editDistance } from './edit-distance.ts'

/** What was typed, as the database understands it. */
export interface Typed {
  /** Folded words in their order. */
  plain: string[]
  /** What the word index knows them as: stems, without words like 'the'. */
  lexemes: string[]
}

export async function readTyped(db: Database, text: string): Promise<Typed> {
  // PostgreSQL's text has no place for NUL.
  const { rows } = await sql<{ plain: string; lexemes: string[] }>`
    select plain, tsvector_to_array(to_tsvector('pg_catalog.english', plain)) as lexemes
    from plain_words(${text.replaceAll('\0', ' ')}) as plain`.execute(db)
  const { plain = '', lexemes = [] } = rows[0] ?? {}
  return { plain: plain.split(' ').filter(Boolean), lexemes }
}

export const wordsOf = ({ lexemes }: Typed): WordGroup[] => lexemes.map((lexeme) => [lexeme])

interface KnownWord {
  word: string
  lexeme: string | null
  products: number
}

const lexeme = sql.raw(`(tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as lexeme`)

async function knownWords(db: Database, words: string[]): Promise<Map<string, KnownWord>> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexeme} from market_words where word = any(${words}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.word, row]))
}

async function alikeWords(db: Database, word: string): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexeme} from market_words
    where word % ${word} order by similarity(word, ${word}) desc, products desc limit 20`.execute(db)
  return rows
}

/** How many letters of a word may be wrong. */
const slips = (word: string) => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2)
const MOST_CORRECTIONS = 3

/** The words of the market that `word` may have been meant as: the nearest, then the most used. */
async function corrections(db: Database, word: string): Promise<string[]> {
  if (slips(word) === 0) return []
  const alike = await alikeWords(db, word)
  return alike
    .map((known) => ({ ...known, distance: editDistance(word, known.word) }))
    .filter(({ distance, lexeme: stem }) => distance <= slips(word) && stem !== null)
    .toSorted((a, b) => a.distance - b.distance || b.products - a.products)
    .slice(0, MOST_CORRECTIONS)
    .map((known) => known.lexeme as string)
}

const LETTERS_THEN_DIGITS = /^(\p{L}{2,})(\d\w*)$/u

const joins = (plain: string[]) => plain.slice(1).map((word, index) => `${plain[index]}${word}`)

/**
 * What was perhaps meant: words written together ('play station'), apart ('iphone13') or wrongly ('samsng'),
 * by the words of the market. Undefined when nothing else comes to mind.
 */
export async function resembling(db: Database, { plain, lexemes }: Typed): Promise<WordGroup[] | undefined> {
  const parts = plain.flatMap((word) => LETTERS_THEN_DIGITS.exec(word)?.slice(1) ?? [])
  const known = await knownWords(db, [...plain, ...joins(plain), ...parts])
  const groups: WordGroup[] = []
  let changed = false
  for (let at = 0; at < plain.length; at++) {
    const word = plain[at] as string
    const joined = known.get(`${word}${plain[at + 1] ?? ''}`)
    const asTyped = known.get(word)
    if (at + 1 < plain.length && joined?.lexeme && !(asTyped && known.has(plain[at + 1] as string))) {
      groups.push([joined.lexeme])
      changed = true
      at += 1
    } else if (asTyped) {
      if (asTyped.lexeme) groups.push([asTyped.lexeme])
    } else {
      const other = (await corrections(db, word)).map((stem) => [stem])
      const apart = LETTERS_THEN_DIGITS.exec(word)?.slice(1).flatMap((part) => known.get(part)?.lexeme ?? [])
      if (other.length > 0) groups.push([...lexemes.filter((stem) => word.startsWith(stem)), ...other.flat()])
      else if (apart?.length === 2) groups.push(...apart.map((stem) => [stem]))
      else if (lexemes.includes(word)) groups.push([word])
      changed ||= other.length > 0 || apart?.length === 2
    }
  }
  return changed && groups.length > 0 ? groups : undefined
}

/** Words of the market that begin so, most used first; else those that resemble it. */
export async function completions(db: Database, start: string, most: number): Promise<string[]> {
  const { rows } = await sql<KnownWord>`
    select word, products, ${lexeme} from (
      select word, products from market_words
      where word >= ${start} and word < ${`${start}\u{10FFFF}`}
      order by products desc, word limit ${most}
    ) as likely`.execute(db)
  const stems = rows.flatMap((row) => row.lexeme ?? [])
  return [...new Set(stems.length > 0 ? stems : await corrections(db, start))]
}
