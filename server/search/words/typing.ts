import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { WordGroup } from '#server/search/filters/filters.ts'
import { editDistance } from './edit-distance.ts'
import type { IsFrequent } from './frequent-words.ts'
import { type Asked, askedFor, type Meaning, toMeaning } from './meaning.ts'
import { saysNothing, wordsIn } from './plain-text.ts'
import type { Spot } from './towns.ts'

async function readMeaning(db: Database, asked: Asked[]): Promise<Meaning> {
  const words = [...new Set(asked.flatMap(({ group }) => group))]
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (tsvector_to_array(to_tsvector('pg_catalog.english', word)))[1] as stem
    from unnest(${words}::text[]) as word where word not like '/%'`.execute(db)
  return toMeaning(asked, new Map(rows.flatMap(({ word, stem }) => (stem === null ? [] : [[word, stem]]))))
}

/** Reads what a typed text asks for. */
export const readTyped = (db: Database, text: string, spots: Spot[]): Promise<Meaning> =>
  readMeaning(db, askedFor(wordsIn(text), spots))

/** Stems with which a word of titles or tags begins. */
async function writtenStems(db: Database, stems: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ stem: string }>`
    select stem from unnest(${stems}::text[]) as stem
    where exists (select from market_words where word >= stem and word < stem || ${'\u{10FFFF}'})`.execute(db)
  return new Set(rows.map(({ stem }) => stem))
}

/**
 * A meaning without joined words ('hplaptop' beside 'hp') that no title or tag of many has: the index would look for them
 * in each week. Beside a rarer word they stay, because only a description may have them.
 */
export async function withoutUnwritten(
  db: Database,
  meaning: Meaning,
  isFrequent: IsFrequent,
): Promise<Meaning> {
  const isAmongMany = ([first = '', ...joined]: WordGroup) => joined.length > 0 && isFrequent([first])
  const joined = meaning.words.filter(isAmongMany).flatMap((group) => group.slice(1))
  if (joined.length === 0) return meaning
  const written = await writtenStems(db, joined)
  const kept = (group: WordGroup) =>
    isAmongMany(group) ? group.filter((word, at) => at === 0 || written.has(word)) : group
  return {
    ...meaning,
    words: meaning.words.map(kept),
    asked: meaning.asked.map((one) => (one.isPlace ? one : { ...one, group: kept(one.group) })),
  }
}

async function knownWords(db: Database, words: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ word: string }>`
    select word from market_words where word = any(${words}::text[])`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

const ALIKE_READ = 200

/** Words of the market with a letter more, less, changed or swapped, and longer ones with more errors. */
async function alikeWords(db: Database, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    (select word from market_words where slips && without_a_letter(${word}) limit ${sql.lit(ALIKE_READ)})
    union
    (select word from market_words
     where word % ${word} order by similarity(word, ${word}) desc, word limit 20)`.execute(db)
  return rows.map((row) => row.word)
}

/** Maximum number of wrong letters in a word. */
const maxTypos = (word: string) => (word.length < 3 ? 0 : word.length < 6 ? 1 : 2)
const CORRECTIONS_MAX = 4
const HAS_DIGIT = /\d/
const lettersOf = (word: string) => [...word].toSorted().join('')

/** People rarely miss the first letter of a word, and in a word of three letters they only swap some. */
function isLikelySlip(word: string, meant: string): boolean {
  if (word.length < 4) return lettersOf(word) === lettersOf(meant)
  return word[0] === meant[0] || (word[0] === meant[1] && word[1] === meant[0])
}

/** Shorter names of places are too like other words. */
const PLACE_LENGTH_MIN = 5

/** The nearest words of the market, or names of places, that `word` may have been meant as; never another number. */
async function corrections(db: Database, word: string, spots: Spot[]): Promise<string[]> {
  const most = maxTypos(word)
  if (most === 0 || HAS_DIGIT.test(word)) return []
  const places = spots
    .flatMap(({ compact_names: names }) => names)
    .filter((name) => name.length >= PLACE_LENGTH_MIN && word.length >= PLACE_LENGTH_MIN)
  const alike = [...(await alikeWords(db, word)), ...places]
    .filter((known) => !HAS_DIGIT.test(known) && !saysNothing(known) && isLikelySlip(word, known))
    .map((known) => ({ known, distance: editDistance(word, known) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || (a.known < b.known ? -1 : 1))
  return alike
    .filter(({ distance }) => distance === alike[0]?.distance)
    .slice(0, CORRECTIONS_MAX)
    .map(({ known }) => known)
}

/**
 * The probable meaning of words that are written wrongly ('samsng'), by the words of the market. Returns undefined if
 * there is no other meaning.
 */
export async function findSimilarWords(
  db: Database,
  text: string,
  spots: Spot[],
): Promise<Meaning | undefined> {
  const typed = wordsIn(text)
  const known = await knownWords(db, typed)
  const also = new Map<string, string[]>()
  const corrected = await Promise.all(
    typed.map(async (word) => {
      if (known.has(word) || saysNothing(word)) return word
      const [first, ...others] = await corrections(db, word, spots)
      if (first !== undefined) also.set(first, others)
      return first ?? word
    }),
  )
  if (also.size === 0) return undefined
  const asked = askedFor(corrected, spots).map((one) => ({
    ...one,
    group: [...one.group, ...(also.get(one.text) ?? [])],
  }))
  return readMeaning(db, asked)
}

/** Stems of the market's words with this beginning, most used first; otherwise of similar ones. */
export async function completions(db: Database, start: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from market_words
    where word >= ${start} and word < ${`${start}\u{10FFFF}`}
    order by products desc, word limit ${sql.lit(most)}`.execute(db)
  const found = rows.map(({ word }) => word).filter((word) => !saysNothing(word))
  const words = found.length > 0 ? found : await corrections(db, start, [])
  const { words: groups } = await readMeaning(
    db,
    words.map((word) => ({ group: [word], text: word, isPlace: false })),
  )
  return [...new Set(groups.flat())]
}
