import unhomoglyph from 'unhomoglyph'

/** What only the site and its staff may be called. */
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

/** Letters in squares and circles, of flags, and small capitals, which Unicode's table of confusables leaves out. */
const SMALL_CAPITALS: Record<string, string> = Object.fromEntries(
  [...'ᴀʙᴅᴇꜰɢʜᴊᴋʟᴍɴᴘʀꜱᴛᴜʏĸπ'].map((sign, index) => [sign, 'abdefghjklmnprstuykn'[index] ?? '']),
)
const FRAMED_ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
/** Signs that are read as letters in the middle of a word. */
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

/** Without what is not drawn: joiners, tags, marks of direction. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .trim()

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** After UTS 39: texts that look alike have one skeleton. 'l', 'i', '1' and 'I' are one as well. */
function skeletonOf(text: string): string {
  const mapped = [...withoutMarks(unhomoglyph(withoutMarks(text)))].map(asCharacter).join('')
  const characters = [...mapped.toLowerCase()].map((sign) => READ_AS[sign] ?? sign)
  return characters.join('').replaceAll('l', 'i')
}

/** Capitals and small letters resemble different letters, so both are compared. */
function skeletonsOf(text: string): string[] {
  const plain = [...plainName(text)].map(asCharacter).join('')
  const withoutDigits = plain.replace(/\p{N}+/gu, ' ')
  return [plain, plain.toLowerCase(), withoutDigits, withoutDigits.toLowerCase()].map(skeletonOf)
}

const wordsOf = (skeleton: string) => skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Whether a name has one of these words, in whatever script it is written. */
export function nameTest(refused: readonly string[]): (name: string) => boolean {
  if (refused.length === 0) return () => false
  const reserved = refused.flatMap((word) => [
    ...new Set(
      [word, word.toLowerCase(), word.toUpperCase()].map((text) => wordsOf(skeletonOf(text)).join('')),
    ),
  ])
  const known = new Set(reserved)
  // Several of them run together, 'SankofaSupport', or letter by letter.
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

/** Whether a name pretends to be the site or one of its staff. */
export const reservedNames = (siteName: string): ((name: string) => boolean) =>
  nameTest([...RESERVED, siteName])
