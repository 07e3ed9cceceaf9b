import { attributesOf, type AttributeTexts } from './attribute-rules.ts'
import { attributesInTitle } from './attributes-in-title.ts'
import type { CategoryThings, Thing } from './thing.ts'
import { THINGS } from './things.ts'
import { headsOf, singular, wordsIn } from './title-words.ts'

const phrase = (words: string) => wordsIn(words).map(singular).join(' ')
const phrasesOf = (words = '') => words.split('|').filter(Boolean).map(phrase)

interface Named {
  thing: Thing
  start: number
  end: number
}

/** The things that words name in sequence; the longest name counts: a 'TV stand' is no TV. */
function thingsNamed(words: readonly string[], names: ReadonlyMap<string, Thing>): Named[] {
  const longest = Math.max(0, ...[...names.keys()].map((name) => name.split(' ').length))
  const found: Named[] = []
  for (let start = 0; start < words.length; start += 1) {
    for (let end = Math.min(words.length, start + longest); end > start; end -= 1) {
      const thing = names.get(words.slice(start, end).join(' '))
      if (!thing) continue
      found.push({ thing, start, end })
      start = end - 1
      break
    }
  }
  return found
}

/** The first thing, or the last one of a compound: a 'bed room chair' is a chair. */
function mainThing(found: readonly Named[]): Thing | undefined {
  let [main] = found
  for (const next of found.slice(1)) if (main && next.start === main.end) main = next
  return main?.thing
}

const namesOf = ({ things }: CategoryThings) =>
  new Map(things.flatMap((thing) => phrasesOf(thing.words).map((name) => [name, thing] as const)))

function withoutIgnored(text: string, ignored: string | undefined): string {
  let rest = ` ${phrase(text)} `
  for (const words of phrasesOf(ignored)) rest = rest.replaceAll(` ${words} `, ' ')
  return rest
}

const thingsOf = (category: string): CategoryThings | undefined =>
  Object.hasOwn(THINGS, category) ? THINGS[category] : undefined

/** The kind of thing that a title names in a category. */
export function thingInTitle(category: string, title: string): Thing | undefined {
  const known = thingsOf(category)
  if (!known) return undefined
  const names = namesOf(known)
  for (const head of headsOf(title)) {
    const words = withoutIgnored(head, known.ignored).split(' ').filter(Boolean)
    const thing = mainThing(thingsNamed(words, names))
    if (thing) return thing
  }
  return undefined
}

/** The chosen kind decides; without a choice, the title does. */
function thingOf(known: CategoryThings, category: string, title: string, chosen: string): Thing | undefined {
  const titled = thingInTitle(category, title)
  if (!chosen || titled?.name === chosen) return titled
  // 'Other' may be anything.
  return known.things.find(({ name }) => name === chosen && name !== 'Other')
}

export interface AskedAttributes {
  /** Names of the attributes that fit the thing. */
  asked: readonly string[]
  /** Names of those that few people know or need. */
  more: readonly string[]
}

/** The attributes to ask for: those of the kind of thing, or if that is unknown, those of most things. */
export function askedAttributes(category: string, title: string, texts: AttributeTexts): AskedAttributes {
  const all = attributesOf(category).map(([name]) => name)
  const known = thingsOf(category)
  if (!known) return { asked: all, more: [] }
  const chosen = known.chosenBy ? (texts[known.chosenBy] ?? '') : ''
  const thing = thingOf(known, category, title, chosen)
  const asked = new Set((thing ?? known).asks.split(' '))
  const more = new Set(thing ? thing.more.split(' ') : all)
  return {
    asked: all.filter((name) => asked.has(name)),
    more: all.filter((name) => more.has(name) && !asked.has(name)),
  }
}

/** The attributes that a title suggests: those it names, with its kind, as far as they fit that kind. */
export function suggestedAttributes(category: string, title: string): AttributeTexts {
  const chosenBy = thingsOf(category)?.chosenBy
  const kind = thingInTitle(category, title)?.name ?? ''
  const found = {
    ...attributesInTitle(category, title),
    ...(chosenBy && kind ? { [chosenBy]: kind } : {}),
  }
  const { asked, more } = askedAttributes(category, title, found)
  const fitting = new Set([...asked, ...more])
  return Object.fromEntries(Object.entries(found).filter(([name]) => fitting.has(name)))
}
