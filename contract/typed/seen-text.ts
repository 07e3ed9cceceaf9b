/**
 * A text without what nobody sees: the one way in for every text that people type or paste. Kept free of zod, so that
 * filters may use it as well.
 */

const LINE_END = /\r\n?|[\u0085\u2028\u2029\v\f]/g
/** Blanks of other widths, and signs that look like one. */
const BLANK = /[\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/gu
/** Plain letters, digits and hyphens in another dress: 'ｉＰｈｏｎｅ', '𝐢𝐏𝐡𝐨𝐧𝐞', 'ﬁ'. Search and screen readers need plain ones. */
const DRESSED = /[\uff01-\uff5e\ufb00-\ufb06\u2010\u2011\u{1d400}-\u{1d7ff}]+/gu
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

const ENDS_WITH_PICTURE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const BEGINS_WITH_PICTURE = /^\p{Extended_Pictographic}/u
const ENDS_WITH_EMOJI = /\p{Emoji}$/u
/** Scripts whose letters change their shape by a joiner; Latin and its like never need one. */
const SHAPED =
  /[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Mong}]/u
const FLAG = /\u{1f3f4}[\u{e0020}-\u{e007f}]*$/u

/** Whether a sign without a shape of its own changes the one before it: a joined emoji, a heart in colour, a flag. */
function shapes(sign: string, before: string, after: string): boolean {
  if (sign === '\ufe0e' || sign === '\ufe0f') return ENDS_WITH_EMOJI.test(before)
  if (sign >= '\u{e0020}' && sign <= '\u{e007f}') return FLAG.test(before)
  if (sign !== '\u200c' && sign !== '\u200d') return false
  const isInWord = SHAPED.test(before.slice(-1)) && SHAPED.test(after.slice(0, 1))
  return isInWord || (sign === '\u200d' && ENDS_WITH_PICTURE.test(before) && BEGINS_WITH_PICTURE.test(after))
}

/** Longest flag, in UTF-16 units, before one of its signs. */
const BEFORE_MAX = 20

/** Lines end in '\n', blanks are spaces, composed letters are one sign, and Latin letters are plain. */
export const seenText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(DRESSED, (letters) => letters.normalize('NFKC').replaceAll('\u2010', '-'))
    .replace(LINE_END, '\n')
    .replace(BLANK, ' ')
    .replace(UNSEEN, (sign, at: number, whole: string) =>
      shapes(
        sign,
        whole.slice(Math.max(0, at - BEFORE_MAX), at),
        whole.slice(at + sign.length, at + sign.length + 2),
      )
        ? sign
        : '',
    )
    .normalize('NFC')
    .trim()

/** The text in one line, with single spaces. */
export const seenLine = (text: string): string => seenText(text).replace(/[ \n\t]+/g, ' ')

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** Each script has its ten digits in a row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu
const DASH = /[\p{Pd}\u2212]/gu

const KEYCAP = /\ufe0f?\u20e3/g

/** A number, a code or a phone number in ASCII: digits of any script, and plain letters, dashes and signs. */
export const plainNumberText = (text: string): string =>
  seenLine(text)
    .replace(KEYCAP, '')
    .replace(OTHER_DIGIT, plainDigit)
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .normalize('NFKC')
    .replace(DASH, '-')

/** A code without gaps: SMS and apps show '123 456', and people copy 'ABCDE-FGHJK'. */
export const withoutGaps = (text: string): string => plainNumberText(text).replace(/[\s.-]/g, '')
