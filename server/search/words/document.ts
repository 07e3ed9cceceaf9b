import { CATEGORY_WORDS, isKnownAs, LINKS, namesWithin } from './names.ts'
import { saysNothing, singular, wordsIn } from './plain-text.ts'

/** The texts of a product that its search document is made of. */
export interface Searched {
  title: string
  description: string
  tags: readonly string[]
  category_id: string | null
  attributes: Readonly<Record<string, string | number>>
}

/** The words of a product by what they say about it. */
export interface SearchDocument {
  /** Words for the thing of the title. */
  thing: string[]
  /** Words for what it belongs to or includes: 'TV' in 'TV stand', 'stand' in 'TV with stand'. */
  beside: string[]
  /** Words of tags, attributes and category. */
  more: string[]
  description: string[]
  /** Exact terms for words of the title that say nothing in a sentence. */
  terms: string[]
}

/** Longer joined words are rare, and would only make the index larger. */
export const JOINED_MAX = 12
const INITIALS_MAX = 5
const PIECES_MAX = 4

/** The letters and digits of '840g5' apart, in every run: 840, g, 5, 840g, g5. */
function partsOf(word: string): string[] {
  const pieces = word.match(/\d+(?:dot\d+)?|\p{L}+/gu) ?? []
  if (pieces.length < 2 || pieces.length > PIECES_MAX) return []
  return pieces.flatMap((_, from) =>
    pieces
      .slice(from)
      .flatMap((__, more) =>
        more < pieces.length - 1 ? [pieces.slice(from, from + more + 1).join('')] : [],
      ),
  )
}

const canJoin = (word: string) => word.length === 1 || !saysNothing(word)

/** A word of the title joined with the next ones, as others write it. */
function joinedAt(words: string[], at: number): string[] {
  const [one = '', two, three] = words.slice(at, at + 3)
  if (two === undefined) return []
  const pair = one + two
  const isPair = pair.length <= JOINED_MAX && canJoin(one) && canJoin(two)
  const isInitials = three !== undefined && pair.length + three.length <= INITIALS_MAX
  return [...(isPair ? [pair] : []), ...(isInitials ? [pair + three] : [])]
}

const COLOURS = /^(?:blue|green|brown|grey|gray|pink|purple|yellow|gold|cream|skin)$/
/** Words after 'battery' by which a title praises the battery of its thing: 'battery 90%', 'battery health'. */
const STATES = /^(?:\d+|health|life)$/

/** Returns whether the word at a place names a part, an accessory or a service: 'light' does not in 'light green'. */
function isPartAt(words: string[], at: number): boolean {
  const [word = '', next = ''] = words.slice(at, at + 2)
  if (word === 'light') return !COLOURS.test(next)
  return isKnownAs('part', singular(word)) && !(word === 'battery' && STATES.test(next))
}

/** Returns whether a link begins at a place: 'for men' belongs to the thing, and what is 'of' a part does not. */
const isLinkAt = (words: string[], at: number): boolean =>
  at > 0 &&
  ((words[at] === 'of' && isPartAt(words, at - 1)) ||
    (LINKS.has(words[at] ?? '') && !(words[at] === 'for' && isKnownAs('aim', singular(words[at + 1] ?? '')))))

const DEFECTS = /^(?:faulty|spoilt|spoiled|broken|dead)$/
const REMAINS = /^(?:parts|spares|repair|repairs|scrap)$/

/** Returns whether a title sells what is left of a thing. */
const isDefective = (words: string[]): boolean =>
  words.some((word, at) => DEFECTS.test(word) || (word === 'for' && REMAINS.test(words[at + 1] ?? '')))

/** The first word of the thing in a title, and the first word after it; `kind` says what it is, if it is known. */
function thingIn(
  title: string,
  words: string[],
  kind: string,
): { from: number; to: number; isPart: boolean } {
  const link = words.findIndex((_, at) => isLinkAt(words, at))
  const to = link === -1 ? words.length : link
  const whole = { from: 0, to, isPart: false }
  if (isDefective(words)) return { from: 0, to: 0, isPart: true }
  if (wordsIn(kind).some((word) => isKnownAs('device', singular(word)))) return whole
  const head = wordsIn(/^[^,;:(|]+/.exec(title)?.[0] ?? title).length
  const part = words.findLastIndex((_, at) => at < Math.min(to, head) && isPartAt(words, at))
  return part === -1 ? whole : { from: part, to: Math.min(to, head), isPart: true }
}

/** Words that the kind and the category of a product say about its thing. */
function impliedWords({ category_id: category, attributes }: Searched, words: string[]): string[] {
  // A kind such as 'Table or desk' may be neither.
  const kind = String(attributes.kind ?? '')
  const isOther = category === null || words.some((_, at) => isOtherThing(words, at))
  return [
    ...(kind.includes(' or ') ? [] : textWords(kind)),
    ...(isOther ? [] : (CATEGORY_WORDS[category] ?? [])),
  ]
}

function titleWords(product: Searched): Pick<SearchDocument, 'thing' | 'beside'> {
  const words = wordsIn(product.title)
  const { from, to, isPart } = thingIn(product.title, words, String(product.attributes.kind ?? ''))
  const isAccessory = product.category_id?.endsWith('-accessories') === true
  const things = words.map(
    (word, at) => at >= from && at < to && !(isAccessory && isKnownAs('device', singular(word))),
  )
  const thing: string[] = []
  const beside: string[] = []
  for (const [at, word] of words.entries()) {
    const isThing = things[at] === true
    ;(isThing ? thing : beside).push(word, ...partsOf(word))
    ;(isThing || things[at + 1] ? thing : beside).push(...joinedAt(words, at))
  }
  const own = words.filter((_, at) => things[at])
  const rest = words.filter((_, at) => !things[at])
  thing.push(...namesWithin(own, true), ...(isPart ? [] : impliedWords(product, words)))
  beside.push(...namesWithin(rest, false))
  return { thing, beside }
}

const isOtherThing = (words: string[], at: number): boolean => {
  const [one = '', two = ''] = words.slice(at, at + 2).map(singular)
  return isKnownAs('other-thing', one) || isKnownAs('other-thing', `${one} ${two}`)
}

/** A name with a number, as in 'iphone12'; other numbers have units. */
const NUMBERED = /^\p{L}{2,}\d/u

const textWords = (text: string): string[] => {
  const words = wordsIn(text)
  const parts = words.flatMap((word) => (NUMBERED.test(word) ? partsOf(word) : []))
  return [...words, ...parts, ...namesWithin(words, false)]
}

/** The words by which a product is found. */
export function searchDocument(product: Searched): SearchDocument {
  const { description, tags, category_id: category, attributes } = product
  const { thing, beside } = titleWords(product)
  const more = [...tags, category ?? '', ...Object.values(attributes)].join(' ')
  return {
    thing,
    beside,
    more: textWords(more),
    description: textWords(description),
    terms: thing.filter(saysNothing).map(stopTerm),
  }
}

/** The term for a title's word that says nothing, by which names such as 'The Who' are found. */
export const stopTerm = (word: string): string => `/s/${word}`
