import type { Attribute } from './attribute-kinds.ts'
import { attributesOf, type AttributeTexts, readAttribute } from './attribute-rules.ts'

const WORDS = /[^\p{L}\p{N}+&.-]+/u

/** Returns whether the title contains `words` in sequence, as whole words. */
const containsWords = (title: string, words: string) => ` ${title} `.includes(` ${words.toLowerCase()} `)

function longestNamed(title: string, names: readonly (readonly [words: string, value: string])[]) {
  const [found] = names
    .filter(([words]) => containsWords(title, words))
    .toSorted(([one], [other]) => other.length - one.length)
  return found?.[1]
}

/** The values that an attribute knows, with the words that mean them. */
function namesOf(attribute: Attribute): (readonly [words: string, value: string])[] {
  if (attribute.kind === 'number') return []
  if (attribute.kind === 'choice') return attribute.values.map((value) => [value, value])
  return [
    ...attribute.suggestions.map((value) => [value, value] as const),
    ...Object.entries(attribute.meanings),
  ]
}

function inTitle(attribute: Attribute, title: string): string | undefined {
  const match = attribute.inTitle?.exec(title)
  const text = match && (match.slice(1).find((group) => group !== undefined) ?? match[0])
  if (text) return text
  // An attribute with a pattern has ambiguous values: 'M' and '8 GB' may mean anything.
  if (attribute.kind === 'choice' && attribute.inTitle) return undefined
  const folded = title.toLowerCase().split(WORDS).filter(Boolean).join(' ')
  return longestNamed(folded, namesOf(attribute))
}

/** The attributes that a title names in a category: 'iPhone 12 128GB' names brand, model and storage. */
export function attributesInTitle(category: string, title: string): AttributeTexts {
  const found: [string, string][] = []
  for (const [name, attribute] of attributesOf(category)) {
    const text = inTitle(attribute, title)
    const read = text === undefined ? undefined : readAttribute(attribute, text)
    if (read && 'value' in read) found.push([name, String(read.value)])
  }
  return Object.fromEntries(found)
}

/** The texts that the title last put into the form, by name. */
export type SuggestedAttributes = AttributeTexts

/**
 * Adds the values of a new title to the form, in fields that are empty or still contain the value of the
 * previous title. Texts that the seller typed, chose or emptied stay.
 */
export function withSuggested(
  texts: AttributeTexts,
  before: SuggestedAttributes,
  fresh: AttributeTexts,
): { texts: AttributeTexts; suggested: SuggestedAttributes } {
  const next: Record<string, string> = { ...texts }
  const suggested: Record<string, string> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(fresh)])) {
    const now = texts[name] ?? ''
    const earlier = before[name] ?? ''
    suggested[name] = now === earlier ? (fresh[name] ?? '') : earlier
    if (now === earlier) next[name] = fresh[name] ?? ''
  }
  return { texts: next, suggested }
}
