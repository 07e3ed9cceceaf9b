import unhomoglyph from 'unhomoglyph'
import { READ_AS } from './signs-for-letters.ts'

/**
 * Small capitals, turned letters, currency signs and letters of Twi and Ewe, as people read them: Unicode's table of
 * confusables has none of these.
 */
const LATIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴅᴇꜰɢʜᴊᴋʟᴍɴᴘʀꜱᴛᴜʏĸπɐǝɟɥɾʞɯɹʇʌʎɛɔεэ€₵₦£¢мтнвкипгʋŋλδ∧∆μωσςϝ|'].map((sign, index) => [
    sign,
    'abdefghjklmnprstuyknaefhrkmrtayeoeeecnecmthbknnrvnaaaauwosfl'[index] ?? '',
  ]),
)
const FRAMED_ALPHABETS: readonly number[] = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
const ASCII = /^[ -~]+$/
/** Letters that only change or lengthen others, such as the Arabic tatweel. */
const MODIFIERS = /(?![ -~])\p{Lm}/gu

function asCharacter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const start = FRAMED_ALPHABETS.find((first) => code >= first && code < first + 26)
  return start === undefined ? (LATIN_LETTERS[sign] ?? sign) : String.fromCodePoint(0x61 + code - start)
}

/** The name without invisible characters such as joiners, tags and direction marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .trim()

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** The Latin characters that a sign looks like, as it is or as a small letter. */
function skeletonSign(sign: string): string {
  if (ASCII.test(sign)) return sign
  const character = asCharacter(sign)
  if (ASCII.test(character)) return character
  const alike = unhomoglyph(sign)
  if (ASCII.test(alike)) return alike
  const small = asCharacter(sign.toLowerCase())
  return ASCII.test(small) ? small : Array.from(alike, asCharacter).join('')
}

/** 'rn' looks like 'm', and 'vv' like 'w', also in words that were joined or turned round. */
export const fold = (word: string): string => word.replaceAll('rn', 'm').replaceAll('vv', 'w')

/** UTS 39: texts that look alike have the same skeleton. 'l', 'i', '1' and 'I' also count as the same. */
export function skeletonOf(text: string): string {
  const mapped = withoutMarks(Array.from(withoutMarks(text), skeletonSign).join(''))
    .replace(MODIFIERS, '')
    .toLowerCase()
  return fold(
    Array.from(mapped, (sign) => READ_AS[sign] ?? sign)
      .join('')
      .replaceAll('l', 'i'),
  )
}

/** A name with its capitals and without, because both resemble other letters. */
const bothCases = (ways: readonly string[]) => [
  ...new Set(ways.flatMap((way) => [skeletonOf(way), skeletonOf(way.toLowerCase())])),
]

/** A name with its digits, which may mean letters, and without. */
const waysOf = (plain: string) => [plain, plain.replace(/\p{N}+/gu, ' ')]

const spelled = (name: string) => Array.from(plainName(name), asCharacter).join('')

/** The skeletons of a name, with its digits and without. */
export const skeletonsOf = (name: string): string[] => bothCases(waysOf(spelled(name)))

/** The skeletons of a name, also without signs inside words, and with capitals as beginnings of words. */
export function allSkeletonsOf(name: string): string[] {
  const plain = spelled(name)
  return bothCases([
    ...waysOf(plain),
    plain.replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu, ''),
    plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  ])
}

/** The words of a skeleton. */
export const skeletonWords = (skeleton: string): string[] =>
  skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Ticks, shields and rows of stars, by which people claim a check. */
const BADGE = /[✓✔☑✅🗸🗹🅥🛡🔰√]|(?:[★☆⭐🌟✪✩-✰⭑⍟]\ufe0f?\s*){3}/u

/** Whether a name has a badge, with which any words claim a check. */
export const hasBadge = (name: string): boolean => BADGE.test(name)
