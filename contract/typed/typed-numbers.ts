import { plainNumberText } from './seen-text.ts'

/** A typed number in digits with a decimal point, or the number that somebody may have meant. */
export type TypedNumber = { value: string } | { meant: string } | undefined

interface NumberKind {
  /** Most decimals of such a number. */
  decimals: number
  /** Words and signs that people write around it, in lower case. */
  around: readonly string[]
}

/** Cedis as people write them. */
export const CEDI_WORDS =
  'gh₵ gh¢ gh₲ ghs ghc gh ₵ ¢ ghana cedis cedies cedi cɛdis cds price last_price asking_price : only fixed neg negotiable slightly_negotiable slightly_neg /- /= -/ ,- .- ='
    .split(' ')
    .map((word) => word.replace('_', ' '))

/** Spellings of a unit of attributes.ts. */
export const UNIT_WORDS: Readonly<Record<string, readonly string[]>> = {
  km: ['km', 'kms', 'kilometres', 'kilometers', 'kilometre', 'kilometer', 'mileage', 'odometer', 'odo', ':'],
  // A year has no unit.
  '': ['year', 'model', 'yr', ':'],
  inches: ['inches', 'inchs', 'inch', '-inch', 'ins', 'in', '"', '″', '′′', '”', "''", '’’'],
  litres: ['litres', 'litre', 'liters', 'liter', 'ltr', 'ltrs', 'lt', 'l'],
  ml: ['ml', 'millilitres', 'milliliters'],
  'm²': ['m2', 'sqm', 'sq m', 'square metres', 'square meters'],
  '%': ['%', 'percent', 'per cent'],
  HP: ['hp', 'horsepower'],
}

function withoutFirst(text: string, words: readonly string[]): string | undefined {
  const first = words.find((word) => text.startsWith(word))
  return first === undefined ? undefined : text.slice(first.length).replace(/^[ .:]+/, '')
}

function withoutLast(text: string, words: readonly string[]): string | undefined {
  const end = text.replace(/\.$/, '')
  const last = words.find((word) => end.endsWith(word))
  return last === undefined ? undefined : end.slice(0, -last.length).replace(/[ .]+$/, '')
}

/** The text without these words at both ends. */
function withoutWords(text: string, around: readonly string[]): string {
  const words = around.toSorted((one, other) => other.length - one.length)
  let rest = text
  for (let next: string | undefined = text; next !== undefined;) {
    rest = next
    next = withoutFirst(rest, words) ?? withoutLast(rest, words)
  }
  return rest
}

/** 'k' and 'thousand' move the decimal point three places; a screen of '4k' has no such size. */
function inUnits(text: string, decimals: number): string {
  if (decimals === 1) return text
  const [, digits] = /^(\d+(?:[.,]\d{1,2})?) ?(?:k|thousand|tkm)$/.exec(text) ?? []
  if (digits === undefined) return text
  return String(Math.round(Number(digits.replace(',', '.')) * 1000))
}

const GROUPED = /^[1-9]\d{0,2}(?:([ '’,.])\d{3})(?:\1\d{3})*$/
const SPACES_OR_APOSTROPHES = /(?<=\d)[ '’](?=\d{3}(?!\d))/g

/** '1,250', '1,250,000' and '1.250.000'; a number without decimals may also be '150.000'. */
function readGroups(text: string, decimals: number): TypedNumber {
  const joined = text.replaceAll(/[.,]/g, '')
  const isSure = text.includes(',') || text.split('.').length > 2 || decimals === 0
  return isSure ? { value: joined } : { meant: joined }
}

/** The last sign is a decimal point; a comma is one for certain where the number also has points or can only be small. */
function readDecimals(text: string, decimals: number): TypedNumber {
  const [, whole = '', sign = '', end = ''] = /^(\d[\d.,]*)([.,])(\d+)$/.exec(text) ?? []
  const isWhole = /^\d+$/.test(whole) || (GROUPED.test(whole) && !whole.includes(sign))
  if (!isWhole) return undefined
  const value = `${whole.replaceAll(/[.,]/g, '')}.${end}`
  const isSure = sign === '.' || whole.includes('.') || (decimals === 1 && end.length === 1)
  return isSure ? { value } : { meant: value }
}

function readSigns(text: string, decimals: number): TypedNumber {
  const plain = text.replace(SPACES_OR_APOSTROPHES, '')
  if (/^\d+$/.test(plain)) return { value: plain }
  return GROUPED.test(plain) ? readGroups(plain, decimals) : readDecimals(plain, decimals)
}

const FRACTIONS: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75', ' 1/2': '.5' }

/** '2½' as '2.5'. */
const withoutFractions = (text: string): string =>
  text.replace(
    /(?<=\d)(?:[ \u2009]?[½¼¾]| 1\/2(?!\d))/g,
    (sign) => FRACTIONS[sign] ?? FRACTIONS[sign.trim()] ?? sign,
  )

/** Stars, quotes and emoji at both ends. */
const ORNAMENTS =
  /^(?:[*_~"'[({\s]|\p{Extended_Pictographic}|\ufe0f)+(?=.*\d)|(?<=\d.*)(?:[*_~\])}\s]|\p{Extended_Pictographic}|\ufe0f)+$/gu

/** Longest text of a number, in UTF-16 units. */
const TYPED_MAX = 60

/** The only number among other words. */
const AMONG_WORDS = /^[^\d]*?((?:\d[\d.,'’ ]*)?\d(?: ?k)?)(?!\w)[^\d]*$/

/**
 * Reads a number as people write it: 'GH₵1,250.00', '1250 cedis', '1 250', "1'250", '1.2k'; '12,50' may mean 12.50, and
 * 'last price 1250' may mean 1250. Returns undefined for what is no number.
 */
export function readTypedNumber(typed: string, { decimals, around }: NumberKind): TypedNumber {
  if (typed.length > TYPED_MAX) return undefined
  const text = plainNumberText(withoutFractions(typed)).toLowerCase().replace(ORNAMENTS, '')
  const [, pesewas] = /^(\d{1,2}) ?(?:pesewas?|p)$/.exec(text) ?? []
  if (decimals === 2 && pesewas !== undefined) return { meant: `0.${pesewas.padStart(2, '0')}` }
  const read = readPlain(withoutWords(text, around).trim(), decimals)
  if (read || /^\W*-/.test(text)) return read
  const [, among] = /million/.test(text) ? [] : (AMONG_WORDS.exec(text) ?? [])
  const found = among === undefined ? undefined : readPlain(among, decimals)
  return found && { meant: 'value' in found ? found.value : found.meant }
}

const readPlain = (text: string, decimals: number): TypedNumber =>
  readSigns(
    inUnits(text, decimals)
      .replace(/, (?=\d{3}(?!\d))/g, ',')
      .replace(/^\.(?=\d)/, '0.')
      .replace(/(?<=\d)[.,]$/, ''),
    decimals,
  )
