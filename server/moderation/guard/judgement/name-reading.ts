import unhomoglyph from 'unhomoglyph'

/**
 * Letters in squares and circles, flag letters, small capitals, turned letters and currency signs, which Unicode's table
 * of confusables omits, and letters of Twi and Ewe.
 */
const LATIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀʙᴅᴇꜰɢʜᴊᴋʟᴍɴᴘʀꜱᴛᴜʏĸπɐǝɟɥɾʞɯɹʇʌʎɛɔεэ€₵₦£¢мтнвкипгʋŋλδ∧∆μωσςϝ|'].map((sign, index) => [
    sign,
    'abdefghjklmnprstuyknaefhrkmrtayeoeeecnecmthbknnrvnaaaauwosfl'[index] ?? '',
  ]),
)
const FRAMED_ALPHABETS: readonly number[] = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
/** Digits and symbols that people read as letters inside a word. */
const READ_AS: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}
const ASCII = /^[ -~]+$/
const TATWEEL = /\u0640/g

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
  const readings = [sign, asCharacter(sign), unhomoglyph(sign), asCharacter(sign.toLowerCase())]
  return (
    readings.find((reading) => ASCII.test(reading)) ?? Array.from(unhomoglyph(sign), asCharacter).join('')
  )
}

/** UTS 39: texts that look alike have the same skeleton. 'l', 'i', '1' and 'I' also count as the same, as 'rn' and 'm'. */
export function skeletonOf(text: string): string {
  const mapped = withoutMarks(
    Array.from(withoutMarks(text).replace(TATWEEL, ''), skeletonSign).join(''),
  ).toLowerCase()
  return Array.from(mapped, (sign) => READ_AS[sign] ?? sign)
    .join('')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/**
 * The skeletons of a name: with its capitals and without, because both resemble other letters, without digits, without
 * signs inside words, and with capitals as beginnings of words.
 */
export function skeletonsOf(name: string): string[] {
  const plain = Array.from(plainName(name), asCharacter).join('')
  const ways = [
    plain,
    plain.replace(/\p{N}+/gu, ' '),
    plain.replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}\s]+(?=[\p{L}\p{N}])/gu, ''),
    plain.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  ]
  return [...new Set(ways.flatMap((way) => [skeletonOf(way), skeletonOf(way.toLowerCase())]))]
}

/** The words of a skeleton. */
export const skeletonWords = (skeleton: string): string[] =>
  skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
