import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isOnSale } from '#server/products/visibility.ts'
import { all, conditionsBesideWords } from '#server/search/filters/conditions.ts'
import type { Filters, WordGroup } from '#server/search/filters/filters.ts'
import type { IsFrequent } from './frequent-words.ts'
import type { Asked, Meaning } from './meaning.ts'
import { plainTerms, wantedTerms } from './terms.ts'

/** More words are not tried, because the number of their combinations doubles with each. */
const ASKED_MAX = 8
const TRIED_AT_ONCE = 40

/** A quality, size or number tells less about a thing than its name. */
const QUALITY =
  /^(?:\d.*|black|white|grey|gray|silver|gold|golden|blue|red|green|brown|beige|yellow|orange|pink|purple|wine|cream|navy|big|small|large|medium|mini|double|single|long|short|size|full|new|old|electric|automatic|manual|set|pair|pieces?|shaped?)$/

/** A model's number, as in 'a14' and '840'. Units, years and processors are not. */
const MODEL = /^(?!(?:19|20)\d\d$|i\d$)(?:[a-z]+\d.*|\d{3,})$/
/** A number after one of these is a model's, too. */
const SERIES =
  /^(?:iphone|galaxy|note|spark|camon|hot|zero|pixel|redmi|ipad|series|ps|playstation|xbox|golf|pop|smart|nova|reno|mate|gta|fifa|windows|jordan|phantom|pova|tab|fold|flip|mi|poco|y|a|s)$/

const namesThing = ({ text, isPlace }: Asked): boolean => !isPlace && !QUALITY.test(text)

/** Every choice of `size` of the items, those that keep names of things and later items first. */
function choices(items: Asked[], size: number): Asked[][] {
  const chosen: Asked[][] = []
  const choose = (from: number, kept: Asked[]) => {
    if (kept.length === size) chosen.push(kept)
    else for (let at = from; at < items.length; at += 1) choose(at + 1, [...kept, items[at] as Asked])
  }
  choose(0, [])
  const named = (kept: Asked[]) => kept.filter(namesThing).length
  return chosen
    .filter((kept) => named(kept) > 0)
    .toReversed()
    .toSorted((a, b) => named(b) - named(a))
    .slice(0, TRIED_AT_ONCE)
}

const groupsOf = (kept: Asked[]): WordGroup[] => kept.map(({ group }) => group)

interface Market {
  db: Database
  /** The filters beside the words. */
  filters: Filters
  isFrequent: IsFrequent
}

/** Keeps the choices that a product on sale has, within the other filters. */
async function keepFound({ db, filters, isFrequent }: Market, tried: Asked[][]): Promise<Asked[][]> {
  const besides = conditionsBesideWords(filters)
  const others = wantedTerms(filters)
  // Looking for a single frequent word would read its whole list.
  const isSure = ([one, ...more]: Asked[]) =>
    one !== undefined && more.length === 0 && besides.length === 0 && others === '' && isFrequent(one.group)
  const queries = tried.map((kept) =>
    isSure(kept) ? null : [plainTerms(groupsOf(kept)), ...(others ? [others] : [])].join(' & '),
  )
  const conditions = all([isOnSale, ...besides, sql`p.search @@ query::tsquery`])
  const { rows } = await sql<{ nth: number }>`
    select nth::int from unnest(${queries}::text[]) with ordinality as tried (query, nth)
    where query is null or exists (select from products p where ${conditions})
    order by nth`.execute(db)
  return rows.map(({ nth }) => tried[nth - 1] ?? [])
}

export interface MostWords {
  /** Each has as many of the words as any product has. */
  choices: WordGroup[][]
  /** The words that the first lacks, as typed. */
  leftOut: string[]
}

/** Finds the products with most of the words if none has all of them. */
export async function findMostWords(
  db: Database,
  filters: Filters,
  { asked }: Meaning,
  isFrequent: IsFrequent,
): Promise<MostWords | undefined> {
  const few = asked.slice(0, ASKED_MAX)
  if (few.length < 2) return undefined
  const isModel = (at: number) =>
    MODEL.test(few[at]?.text ?? '') ||
    (/^\d+$/.test(few[at]?.text ?? '') && SERIES.test(few[at - 1]?.text ?? ''))
  const rare = few.filter(({ group }) => !isFrequent(group))
  const known = (
    await keepFound(
      { db, filters, isFrequent },
      rare.map((one) => [one]),
    )
  ).flat()
  const present = few.filter((one) => !rare.includes(one) || known.includes(one))
  const models = few.filter((_, at) => isModel(at))
  const things = few.filter(({ isPlace }) => !isPlace).length
  /** All but places, or at least half of the words; two of two or three. */
  const isMost = (kept: Asked[]) => {
    const left = kept.filter(({ isPlace }) => !isPlace).length
    return (
      (left === things || 2 * left >= Math.max(things, 3)) && models.every((model) => kept.includes(model))
    )
  }
  for (let size = Math.min(present.length, few.length - 1); size > 0; size -= 1) {
    const found = await keepFound({ db, filters, isFrequent }, choices(present, size).filter(isMost))
    const [best] = found
    if (!best) continue
    // One word of several is little; then the other words alone are no better.
    const kept =
      size === 1
        ? [best]
        : found.filter((one) => one.filter(namesThing).length === best.filter(namesThing).length)
    return {
      choices: kept.map(groupsOf),
      leftOut: asked.filter((one) => !best.includes(one)).map(({ text }) => text),
    }
  }
  return undefined
}
