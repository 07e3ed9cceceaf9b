/** Letters of other scripts that look like Latin ones; titles mix them by mistake or to hide a word. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['АВЕКМНОРСТУХІЅЈаеорсухіѕјкмтнв', 'ABEKMHOPCTYXISJaeopcyxisjkmthb'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοινυ', 'ABEZHIKMNOPTYXaoivu'],
    // The letters of Twi, Ewe and Dagbani.
    ['ɔɛɣƆƐƔŋŊɖƉƒƑʋƲ', 'oegOEGnNdDfFvV'],
    ['‐‑‒–—−', '------'],
    ['’‘ʼ′`', "'''''"],
    ['“”″', '"""'],
  ].flatMap(([from = '', to = '']) => [...from].map((character, at) => [character, to[at] ?? ''])),
)
const PLAIN = /^[ -~]*$/
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu
const MARKS = /\p{M}/gu
const OTHERS = /[^ -~]/g

/**
 * Text as people compare it: without case, accents and characters that show nothing, with the plain forms of full-width
 * and styled letters and of look-alikes.
 */
function plainText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .replaceAll(UNSEEN, '')
    .normalize('NFD')
    .replaceAll(MARKS, '')
    .replaceAll(OTHERS, (character) => LOOK_ALIKES[character] ?? character)
    .toLowerCase()
}

/** Units by how people write them; a number and its unit are one word. */
const UNITS: readonly [pattern: RegExp, unit: string][] = [
  [/(\d)(?: ?(?:"|'')|[ -]?inch(?:es)?\b)/g, '$1inch '],
  [/(\d)[ -]?(?:gigs?|gigabytes?|gb)\b/g, '$1gb'],
  [/(\d)[ -]?(?:litres?|liters?|ltrs?|lts?|l)\b/g, '$1l'],
  [/(\d)[ -]?(?:kilos?|kilograms?|kgs?)\b/g, '$1kg'],
  [/(\d)[ -]?(?:horse ?power|hp)\b/g, '$1hp'],
  [/(\d)[ -]?(?:yards?|yds?)\b/g, '$1yard'],
  [/(\d)[ -]?(?:feet|foot|ft)\b/g, '$1ft'],
  [/(\d)[ -]?(?:watts?|w)\b/g, '$1w'],
  [/(\d)(?:st|nd|rd|th)?[ -]?gen(?:eration)?\b/g, '$1gen'],
  [/(\d)[ -]?(tb|mb|ml|kva|kw|mah|cm|mm|mp|cc|btu|ghz|hz|oz)\b/g, '$1$2'],
]

const SIGN = /[+#.&/']/
const DIGIT = /\d/

function withSigns(text: string): string {
  return text
    .replaceAll(/\bc\+\+/g, 'cplusplus')
    .replaceAll(/\b([cf])#/g, '$1sharp')
    .replaceAll(/(?<!\S)\.net\b/g, 'dotnet')
    .replaceAll(/([a-z\d])\+/g, '$1 plus ')
    .replaceAll(/\b([a-z]{1,2}) ?& ?([a-z]{1,2})\b/g, '$1$2')
    .replaceAll(/\b([a-z]{1,2})\/([a-z]{1,2})\b/g, '$1$2')
    .replaceAll(/(?<=[\p{L}\d])'(?=[\p{L}\d])/gu, '')
}

function withNumbers(text: string): string {
  const plain = text
    .replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replaceAll(/(\d)\.0+(?!\d)/g, '$1')
    .replaceAll(/(\d)\.(?=\d)/g, '$1dot')
  return UNITS.reduce((changed, [pattern, unit]) => changed.replaceAll(pattern, unit), plain)
}

/** The plural of initials, which a stemmer leaves: CDs, TVs. */
const INITIALS = /^[bcdfghjklmnpqrtvwxz]{2,3}s$/
const SEPARATORS = /[^\p{L}\d]+/gu

/**
 * The words of a text, in index and query alike. A number and its unit are one word ('128gb', '1dot5hp', '32inch'), as
 * are the parts around an apostrophe; names with signs become words ('cplusplus').
 */
export function wordsIn(text: string): string[] {
  let plain = plainText(text)
  if (SIGN.test(plain)) plain = withSigns(plain)
  if (DIGIT.test(plain)) plain = withNumbers(plain)
  const words = plain.replaceAll(SEPARATORS, ' ').split(' ').filter(Boolean)
  return words.map((word) => (INITIALS.test(word) ? word.slice(0, -1) : word))
}

/** A normalised text as people write it. */
export const shownText = (text: string): string =>
  text
    .replaceAll(/(\d)dot(?=\d)/g, '$1.')
    .replaceAll('cplusplus', 'c++')
    .replaceAll(/\b([cf])sharp\b/g, '$1#')
    .replaceAll(/\bdotnet\b/g, '.net')

/** Words that say nothing in a sentence: PostgreSQL's English stop words, without single letters' apostrophes. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its itself they them their theirs themselves what which who whom this that these those am is are was were be been being have has had having do does did doing a an the and but if or because as until while of at by for with about against between into through during before after above below to from up down in out on off over under again further then once here there when where why how all any both each few more most other some such no nor not only own same so than too very s t can will just don should now'.split(
    ' ',
  ),
)
export const saysNothing = (word: string): boolean => STOP_WORDS.has(word)

/** A word in the singular, as far as names are compared. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
