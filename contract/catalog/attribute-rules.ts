import { readTypedNumber, UNIT_WORDS } from '#contract/typed/typed-numbers.ts'
import type { Attribute, NumberAttribute } from './attribute-kinds.ts'
import { ATTRIBUTES } from './attributes.ts'

/** Texts of a form, by the attribute's name. */
export type AttributeTexts = Readonly<Record<string, string>>
/** Stored values: numbers as numbers. */
export type AttributeValues = Readonly<Record<string, string | number>>

export const ATTRIBUTE_TEXT_MAX = 40

/** The attributes of a category by their names; none for a category that is not in the table. */
export const attributesOf = (category: string): [name: string, attribute: Attribute][] =>
  Object.hasOwn(ATTRIBUTES, category) ? Object.entries(ATTRIBUTES[category] ?? {}) : []

export function attributeOf(category: string, name: string): Attribute | undefined {
  const known = Object.hasOwn(ATTRIBUTES, category) ? ATTRIBUTES[category] : undefined
  return known && Object.hasOwn(known, name) ? known[name] : undefined
}

/** '128GB' and '128 gb' both mean '128 GB'. */
const compact = (value: string) => value.toLowerCase().replaceAll(/\s/g, '')

const sameAs = (value: string, known: readonly string[]) =>
  known.find((one) => compact(one) === compact(value))

/** Words and signs that occur in names; others separate values in addresses and in the index. */
const PLAIN = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,&+'’/()-]*$/u

type Read = { value: string | number } | { problem: string }

function readNumber(attribute: NumberAttribute, typed: string): Read {
  const { label, unit = '', decimals = 0 } = attribute
  const read = readTypedNumber(typed, { decimals, around: UNIT_WORDS[unit] ?? [] })
  if (!read) return { problem: `${label} must be a number` }
  if ('value' in read) return checkNumber(attribute, Number(read.value))
  const meant = checkNumber(attribute, Number(read.meant))
  return 'problem' in meant ? meant : { problem: `Did you mean ${read.meant}?` }
}

function checkNumber({ label, min, max, decimals = 0 }: NumberAttribute, value: number): Read {
  if (value < min || value > max) return { problem: `${label} must be between ${min} and ${max}` }
  if (value !== Number(value.toFixed(decimals)))
    return { problem: decimals ? `${label} may have at most one decimal` : `${label} must be a whole number` }
  return { value }
}

function readText(label: string, typed: string): Read {
  if ([...typed].length > ATTRIBUTE_TEXT_MAX)
    return { problem: `${label} may have at most ${ATTRIBUTE_TEXT_MAX} characters` }
  return PLAIN.test(typed) ? { value: typed } : { problem: `${label} may have letters and digits only` }
}

/** The value of an attribute that a typed text means; the text is not empty. */
export function readAttribute(attribute: Attribute, text: string): Read {
  const typed = text.trim().replaceAll(/\s+/g, ' ')
  if (attribute.kind === 'number') return readNumber(attribute, typed)
  const known = sameAs(typed, attribute.kind === 'choice' ? attribute.values : attribute.suggestions)
  if (known !== undefined) return { value: known }
  if (attribute.kind === 'text') return readText(attribute.label, typed)
  return { problem: `Choose ${attribute.label.toLowerCase()}` }
}

export interface AttributeProblem {
  name: string
  message: string
}

/**
 * The stored values of the form's texts, and the problems of those that are invalid. Empty ones are left out,
 * and all of a category that is not in the table.
 */
export function readAttributes(
  category: string,
  texts: AttributeTexts,
): { values: AttributeValues; problems: AttributeProblem[] } {
  const values: [string, string | number][] = []
  const problems: AttributeProblem[] = []
  const isKnown = Object.hasOwn(ATTRIBUTES, category)
  const typed = Object.entries(isKnown ? texts : {}).filter(([, text]) => text.trim() !== '')
  for (const [name, text] of typed) {
    const attribute = attributeOf(category, name)
    const read: Read = attribute
      ? readAttribute(attribute, text)
      : { problem: 'This category does not have this detail' }
    if ('value' in read) values.push([name, read.value])
    else problems.push({ name, message: read.problem })
  }
  return { values: Object.fromEntries(inOrder(category, values)), problems }
}

/** Sorts as in the table, so that equal attributes are equal texts. */
function inOrder<Value>(category: string, entries: [string, Value][]): [string, Value][] {
  const order = attributesOf(category).map(([name]) => name)
  return entries.toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
}

/**
 * Texts that are not empty and belong to the category: a form also contains texts typed for another category.
 */
export const ownAttributes = (category: string, texts: AttributeTexts): AttributeTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(([name, text]) => text.trim() !== '' && attributeOf(category, name)),
  )

/** The texts that the server accepts, as it will store them. */
export const fittingAttributes = (category: string, texts: AttributeTexts): AttributeTexts =>
  Object.fromEntries(
    Object.entries(readAttributes(category, texts).values).map(([name, value]) => [name, String(value)]),
  )

const grouped = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** '96,000 km', '2014', 'Samsung'. Years have no comma. */
export function attributeText(attribute: Attribute, value: string | number): string {
  if (attribute.kind !== 'number') return String(value)
  return attribute.unit ? `${grouped(Number(value))} ${attribute.unit}` : String(value)
}
