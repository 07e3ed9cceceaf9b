import type { WordGroup } from '#server/search/filters/filters.ts'
import { JOINED_MAX, stopTerm } from './document.ts'
import { isKnownAs, NAME_WORDS_MAX, sameAs } from './names.ts'
import { longestPhrases } from './phrases.ts'
import { saysNothing, shownText, singular } from './plain-text.ts'
import { placeTerm } from './terms.ts'
import type { Spot } from './towns.ts'

/** One thing that a search asks for. */
export interface Asked {
  group: WordGroup
  /** As typed, for the reader. */
  text: string
  isPlace: boolean
}

/** The meaning of a search. A product must have a word of each group. */
export interface Meaning {
  asked: Asked[]
  words: WordGroup[]
  /** Towns and regions among the words. */
  places: WordGroup[]
  /** True if the words name a part, an accessory or a service. */
  isForPart: boolean
}

/** Words that tell nothing about a second-hand thing, when others do. */
const USELESS =
  'used|cheap|cheaper|cheapest|affordable|neat|clean|slightly|fairly|home used|second hand|secondhand|2nd hand|for sale|on sale|sale|sell|selling|seller|who is selling|who sells|who has|anyone selling|i want to buy|want to buy|i want|i need|need|want|wanted|looking for|i am looking for|im looking for|look for|searching for|find|find me|show me|get me|give me|please|pls|plz|abeg|buy|buying|to buy|where can i get|where can i buy|where to buy|where|can i get|how much is|how much|price of|price in ghana|price|prices|best price|good price|low price|cost of|cost|in good condition|good condition|condition|like new|brand new|good quality|quality|best|nice|good|original|genuine|authentic|urgent|urgently|urgent sale|quick sale|online|do you have|do u have|have you got|available|in ghana|ghana|gh|cedis|ghs|latest|some|any|a|an|hello|hi|good one|deal|deals|offer|negotiable|near me|around me|from uk|uk used|foreign used|fairly used|home use|registered'

const uselessPhrases: ReadonlySet<string> = new Set(USELESS.split('|'))
const USELESS_WORDS_MAX = 5
const PLACE_WORDS_MAX = 3

/** Drops words that tell nothing, unless no others are there. */
function withoutUseless(typed: string[]): string[] {
  const spans = longestPhrases(typed, USELESS_WORDS_MAX, (phrase) => uselessPhrases.has(phrase.join(' ')))
  const rest = typed.filter((_, at) => !spans.some(([from, to]) => at >= from && at < to))
  return rest.some((word) => !saysNothing(word)) ? rest : typed
}

const PLACE_LINKS: ReadonlySet<string> = new Set(['in', 'at', 'around', 'near', 'from', 'within'])
const PLACE_ENDS: ReadonlySet<string> = new Set(['region', 'town', 'city'])

/** Finds the places that words name exactly. */
function placesNamed(spots: Spot[], words: string[]): Spot[] {
  const name = words.join('')
  return spots.filter(({ compact_names: names }) => names.includes(name))
}

function takePlaces(typed: string[], spots: Spot[]): { rest: string[]; places: Asked[] } {
  const spans = longestPhrases(typed, PLACE_WORDS_MAX, (phrase) => placesNamed(spots, phrase).length > 0)
  const places = spans.map(([from, to]) => ({
    group: [
      ...(to - from === 1 ? typed.slice(from, to) : []),
      ...placesNamed(spots, typed.slice(from, to)).map(({ id }) => placeTerm(id)),
    ],
    text: typed.slice(from, to).join(' '),
    isPlace: true,
  }))
  const isOfPlace = (at: number) =>
    spans.some(
      ([from, to]) =>
        (at >= from && at < to) ||
        (at === from - 1 && PLACE_LINKS.has(typed[at] ?? '')) ||
        (at === to && PLACE_ENDS.has(typed[at] ?? '')),
    )
  return { rest: typed.filter((_, at) => !isOfPlace(at)), places }
}

/** One group for each name or word, each word also joined with its neighbour. */
function askedIn(typed: string[]): Asked[] {
  const spans = longestPhrases(typed, NAME_WORDS_MAX, (phrase) => sameAs(phrase) !== undefined)
  const nameAt = (at: number) => spans.find(([from, to]) => at >= from && at < to)
  const joinedAt = (at: number): string[] => {
    const [one, other] = [typed[at], typed[at + 1]]
    if (one === undefined || other === undefined || nameAt(at) || nameAt(at + 1)) return []
    // The document of 'iphone12' has 'iphone' and '12' as well.
    const isPartedThere =
      !saysNothing(one) && !saysNothing(other) && /\d\D|\D\d/.test(one.slice(-1) + other[0])
    return one.length + other.length <= JOINED_MAX && !isPartedThere ? [one + other] : []
  }
  const asked: Asked[] = []
  const add = (group: WordGroup, text: string) => asked.push({ group, text, isPlace: false })
  for (const [at, word] of typed.entries()) {
    const span = nameAt(at)
    if (span) {
      const name = typed.slice(...span)
      if (span[0] === at) add([sameAs(name) ?? word], name.join(' '))
      continue
    }
    const joined = [...joinedAt(at - 1), ...joinedAt(at)]
    if (!saysNothing(word)) add([word, ...joined], word)
    else if (word.length === 1 && joined.length > 0) add(joined, word)
  }
  return asked
}

const unique = (asked: Asked[]): Asked[] => [
  ...new Map(asked.map((one) => [one.group.join(' '), one])).values(),
]

/** Lists the things that typed words ask for, in words that are not stems yet. */
export function askedFor(typed: string[], spots: Spot[]): Asked[] {
  const { rest, places } = takePlaces(withoutUseless(typed), spots)
  const asked = unique([...askedIn(rest), ...places])
  // A name may be nothing but words like 'the'.
  return asked.length > 0
    ? asked
    : unique(typed.map((word) => ({ group: [stopTerm(word)], text: word, isPlace: false })))
}

/** The meaning of a search, with the stem of each word. */
export function toMeaning(asked: Asked[], stems: ReadonlyMap<string, string>): Meaning {
  const stemmed = asked.map((one) => ({
    ...one,
    text: shownText(one.text),
    group: [...new Set(one.group.map((word) => stems.get(word) ?? word))],
  }))
  const groups = (isPlace: boolean) =>
    stemmed.filter((one) => one.isPlace === isPlace).map(({ group }) => group)
  return {
    asked: stemmed,
    words: groups(false),
    places: groups(true),
    isForPart: asked.some(({ group }) => group.some((word) => isKnownAs('part', singular(word)))),
  }
}
