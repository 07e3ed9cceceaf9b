import { createCollector, type Features } from './features.ts'
import { createMeanings, isLatin, isMisspelled, type Meanings } from './name-meanings.ts'
import { allSkeletonsOf, fold, plainName, skeletonOf, skeletonWords } from './name-reading.ts'

const SIGNS_OF_WORD: readonly number[] = [4]
/** Other scripts say more with fewer signs. */
const SIGNS_OF_OTHERS: readonly number[] = [2, 3]
/** Words whose order is a feature. */
const SHAPE_WORDS = 6
/** Words of a site's name. */
const SITE_WORDS_MAX = 4
/** Backwards, shorter words mean too much. */
const WORD_MIN_REVERSED = 4
/** A site's name of fewer characters is not found in misspellings. */
const SITE_NAME_MIN = 5

/** Names of characters, by which people write 'Em Tee En'. */
const CHARACTER_NAMES: ReadonlyMap<string, string> = new Map(
  'ay bee see cee dee eff gee aitch haitch jay kay ell el em emm en enn oh pee ar ess es tee tea vee eks wai zee zed'
    .split(' ')
    .map((name, index) => [skeletonOf(name), skeletonOf('abccdfghhjkllmmnnoprssttvxyzz'[index] ?? '')]),
)
const isCharacter = (word: string) => word.length === 1 || CHARACTER_NAMES.has(word)

/** A word of a name as it is read. `mark` says what was done to read it. */
interface NameWord {
  word: string
  mark: string
}

/** Joins words that were written letter by letter: 'S a n k o f a', 'Em Tee En'. */
function joined(words: readonly string[]): NameWord[] {
  const found: NameWord[] = []
  for (let from = 0; from < words.length;) {
    let until = from
    while (until < words.length && isCharacter(words[until] ?? '')) until += 1
    const run = words.slice(from, Math.max(until, from + 1))
    if (run.length === 1) found.push({ word: run[0] ?? '', mark: '' })
    else found.push({ word: fold(run.map((word) => CHARACTER_NAMES.get(word) ?? word).join('')), mark: '.' })
    from += run.length
  }
  return found
}

interface Reading {
  /** The skeleton of the site's name in one word. */
  siteName: string
  meanings: Meanings
}

/** The site's own name, whatever it is, so that a model serves every site. */
const SITE = '#site'

type Add = (feature: string) => void

function addSigns(word: string, add: Add): void {
  const whole = `<${word}>`
  for (const length of isLatin(word) ? SIGNS_OF_WORD : SIGNS_OF_OTHERS)
    for (let from = 0; from + length <= whole.length; from += 1) add(`c${whole.slice(from, from + length)}`)
}

/** Puts one word for the site's name, which may have several. */
function withSite(words: readonly NameWord[], siteName: string): NameWord[] {
  const isSite = (word: string) =>
    word === siteName || (siteName.length >= SITE_NAME_MIN && isMisspelled(word, siteName))
  const found: NameWord[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(SITE_WORDS_MAX, words.length - at)
    const joinedWords = () => words.slice(at, at + length).map(({ word }) => word)
    while (length > 0 && !isSite(fold(joinedWords().join('')))) length -= 1
    const { word = '', mark = '' } = words[at] ?? {}
    found.push({ word: length > 0 ? SITE : word, mark })
    at += Math.max(length, 1)
  }
  return found
}

/** Reads the words of a name: joined and split, misspelled ones as they are meant. */
function readWords(raw: readonly string[], { siteName, meanings }: Reading): NameWord[] {
  const split = joined(raw).flatMap(({ word, mark }) =>
    (meanings.split(word, siteName) ?? [word]).map((part) => ({ word: part, mark })),
  )
  return withSite(split, siteName).map(({ word, mark }) => {
    if (word === SITE) return { word, mark }
    const { word: meant, nearness } = meanings.corrected(word)
    return { word: meant, mark: mark + nearness }
  })
}

/** The kinds that the words mean, in their order: 'network', 'bank+office', 'site', 'police~' if misspelled, '.' for none. */
function meaningsOf(read: readonly NameWord[], meanings: Meanings): string[] {
  const found: string[] = []
  const words = read.map(({ word }) => word)
  for (let at = 0; at < words.length; at += 1) {
    const name = meanings.nameAt(words, at)
    const marks = read.slice(at, at + (name?.length ?? 1)).map(({ mark }) => mark)
    const mark = marks.join('').slice(0, 1)
    if (name) {
      found.push(name.kinds.map((kind) => kind + mark).join('+'))
      at += name.length - 1
    } else found.push(words[at] === SITE ? `site${mark}` : '.')
  }
  return found
}

/** Kinds of words that people have in honest names. */
const WEAK = /common|honest|person/
const INSTITUTION = /^(?:site|network|bank|government|police|company)/

/** Features of names that only an institution has, such as 'dvla', and the kinds of words beside them. */
function addTrust(found: readonly string[], add: Add): void {
  const names = found.filter((each) => INSTITUTION.test(each) && !WEAK.test(each))
  if (names.length === 0) return
  const others = found.filter((each) => !names.includes(each))
  const isExact = names.some((each) => !/[.~≈<]/.test(each))
  const beside = ['honest', 'person', 'brand', 'office', 'staff', 'verified'].filter((kind) =>
    others.some((each) => each.includes(kind)),
  )
  const sort = isExact ? 'T' : 'U'
  add(sort)
  for (const kind of beside) add(`${sort}+${kind}`)
  if (!beside.includes('honest')) add(`${sort}-honest`)
  if (others.every((each) => each !== '.')) add(`${sort} all known`)
  if (others.length === 0) add(`${sort} alone`)
}

function addMeanings(found: readonly string[], add: Add): void {
  const meant = found.filter((each) => each !== '.').map((each) => each.split('+'))
  const others = Math.min(3, found.length - meant.length)
  for (const [at, each] of found.entries()) {
    if (each === '.') continue
    const place = at === 0 ? 'first' : at === found.length - 1 ? 'last' : 'middle'
    for (const kind of each.split('+')) {
      add(`K${kind}`)
      add(`K${kind} ${others}`)
      add(`K${kind} at ${place}`)
      add(`K${kind} after ${found[at - 1] ?? '^'}`)
      add(`K${kind} before ${found[at + 1] ?? '$'}`)
    }
  }
  for (const [at, kinds] of meant.entries())
    for (const second of meant.slice(at + 1).flat()) for (const kind of kinds) add(`P${kind} ${second}`)
  addTrust(found, add)
  add(`shape ${found.slice(0, SHAPE_WORDS).join(' ')}`)
}

const reversed = (text: string) => fold(Array.from(text).toReversed().join(''))

/** Names written backwards. */
function addReversed(raw: readonly string[], reading: Reading, add: Add): string[] {
  const back = readWords(raw.map(reversed).toReversed(), reading)
  const found = meaningsOf(
    back.map(({ word, mark }) => ({ word, mark: `${mark}<` })),
    reading.meanings,
  )
  const isMeant = (each: string, at: number) =>
    each !== '.' &&
    !each.includes('~') &&
    !each.includes('≈') &&
    (back[at]?.word.length ?? 0) >= WORD_MIN_REVERSED
  if (!found.some(isMeant)) return []
  addMeanings(found, add)
  add('reversed')
  return found
}

/** Returns the kinds that the words mean. */
function addWords(raw: readonly string[], reading: Reading, add: Add): string[] {
  const { siteName, meanings } = reading
  const read = readWords(raw, reading)
  const words = read.map(({ word }) => word)
  for (const [at, word] of words.entries()) {
    add(`w${word}`)
    add(`b${words[at - 1] ?? '^'} ${word}`)
    if (word !== SITE && !meanings.nameAt([word], 0)) addSigns(word, add)
  }
  for (const word of raw) add(`v${word}`)
  add(`b${words.at(-1) ?? ''} $`)
  const found = meaningsOf(read, meanings)
  addMeanings(found, add)
  const [only = ''] = words
  if (words.length === 1 && only.length > siteName.length && only.includes(siteName)) add('has site')
  const within = meanings.within(raw.join(''))
  for (const kind of within) add(`I${kind}`)
  const back = addReversed(raw, reading, add)
  add(`words ${Math.min(SHAPE_WORDS, words.length)}`)
  return [...found, ...within, ...back]
}

/** Kinds whose trust is another's. */
const BORROWED = /site|network|bank|government|police|company|staff|verified/

/** How names are written that want to hide what they say, or are no person's. */
const FORMS: Readonly<Record<string, RegExp>> = {
  address: /\.(?:com|gh|net|org)\b/i,
  digits: /\d{3}/,
  capitals: /^[A-Z\W]+$/,
  'digits for letters': /\p{L}[0134578@$!|£€]\p{L}|(?<![\p{L}\p{N}])[0134578@$!|£€]\p{L}{2}/u,
  'letter by letter': /(?:(?<!\p{L})\p{L}[^\p{L}\p{N}]+){3}\p{L}(?!\p{L})/u,
  'Greek among Latin':
    /\p{Script=Latin}.*(?![εɛ])\p{Script=Greek}|(?![εɛ])\p{Script=Greek}.*\p{Script=Latin}/u,
  'Cyrillic among Latin': /\p{Script=Latin}.*\p{Script=Cyrillic}|\p{Script=Cyrillic}.*\p{Script=Latin}/u,
  'Han among Latin': /\p{Script=Latin}.*\p{Script=Han}|\p{Script=Han}.*\p{Script=Latin}/u,
  'Han, long': /\p{Script=Han}{5}/u,
  'capital within': /\p{Ll}\p{Lu}\p{Ll}*\p{Lu}/u,
  'signs within': /\p{L}[^\p{L}\p{N}\p{M}\s.'’&-]\p{L}/u,
}

function addForm(plain: string, add: Add): void {
  for (const sign of plain.match(/[^\p{L}\p{N}\s.,'’()&-]/gu) ?? []) add(`s${sign}`)
  for (const [name, form] of Object.entries(FORMS)) if (form.test(plain)) add(`form ${name}`)
}

/** Returns the features of a name. */
export type NameReader = (name: string) => Features

export function createNameReader(siteName: string): NameReader {
  const reading = { siteName: skeletonWords(skeletonOf(siteName)).join(''), meanings: createMeanings() }
  return (name) => {
    const { add: addAt, features } = createCollector([0])
    const add = (feature: string) => addAt(feature, 0)
    const found = allSkeletonsOf(name).flatMap((skeleton) => addWords(skeletonWords(skeleton), reading, add))
    if (!found.some((each) => BORROWED.test(each))) add('nothing borrowed')
    addForm(plainName(name), add)
    return features()
  }
}
