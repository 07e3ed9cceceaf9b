import unhomoglyph from 'unhomoglyph'

/** Names that are reserved for the site and its staff. */
const RESERVED = [
  'admin',
  'administrator',
  'customercare',
  'customerservice',
  'help',
  'helpdesk',
  'moderator',
  'official',
  'staff',
  'support',
  'sysadmin',
  'team',
]

/**
 * Letters in squares and circles, flag letters and small capitals, which Unicode's table of confusables
 * omits.
 */
const SMALL_CAPITALS: Record<string, string> = Object.fromEntries(
  [...'ᴀʙᴅᴇꜰɢʜᴊᴋʟᴍɴᴘʀꜱᴛᴜʏĸπ'].map((sign, index) => [sign, 'abdefghjklmnprstuykn'[index] ?? '']),
)
const FRAMED_ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
/** Symbols that people read as letters inside a word. */
const READ_AS: Record<string, string> = {
  '@': 'a',
  $: 's',
  '!': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

function asCharacter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const start = FRAMED_ALPHABETS.find((first) => code >= first && code < first + 26)
  return start === undefined ? (SMALL_CAPITALS[sign] ?? sign) : String.fromCodePoint(0x61 + code - start)
}

/** The name without invisible characters such as joiners, tags and direction marks. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .trim()

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** UTS 39: texts that look alike have the same skeleton. 'l', 'i', '1' and 'I' also count as the same. */
function skeletonOf(text: string): string {
  const mapped = [...withoutMarks(unhomoglyph(withoutMarks(text)))].map(asCharacter).join('')
  const characters = [...mapped.toLowerCase()].map((sign) => READ_AS[sign] ?? sign)
  return characters.join('').replaceAll('l', 'i')
}

/** Capitals and small letters resemble different letters, so both forms are compared. */
function skeletonsOf(text: string): string[] {
  const plain = [...plainName(text)].map(asCharacter).join('')
  const withoutDigits = plain.replace(/\p{N}+/gu, ' ')
  return [plain, plain.toLowerCase(), withoutDigits, withoutDigits.toLowerCase()].map(skeletonOf)
}

const wordsOf = (skeleton: string) => skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Returns a function that checks whether a name contains one of these words, in any script. */
export function nameTest(refused: readonly string[]): (name: string) => boolean {
  if (refused.length === 0) return () => false
  const reserved = refused.flatMap((word) => [
    ...new Set(
      [word, word.toLowerCase(), word.toUpperCase()].map((text) => wordsOf(skeletonOf(text)).join('')),
    ),
  ])
  const known = new Set(reserved)
  // Several words run together ('SankofaSupport'), or one spelled letter by letter.
  const together = new RegExp(`^(?:${reserved.join('|')})+s?$`, 'u')
  return (name) =>
    skeletonsOf(name).some((skeleton) => {
      const words = wordsOf(skeleton)
      return (
        words.some((word) => known.has(word)) ||
        together.test(words.join('')) ||
        words.some((word) => together.test(word))
      )
    })
}

/** Returns a function that checks whether a name imitates the site or its staff. */
export const reservedNames = (siteName: string): ((name: string) => boolean) =>
  nameTest([...RESERVED, siteName])
