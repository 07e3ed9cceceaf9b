import lookAlikes from 'unhomoglyph/data.json' with { type: 'json' }

const ASCII = /^[\x20-\x7e\n]*$/
/** Many phones write Twi's own characters without their hooks. */
const TWI_CHARACTERS: Record<string, string> = { ɛ: 'e', ɔ: 'o', ε: 'e', э: 'e', '’': "'", '‘': "'" }

const LATIN: Record<string, string> = lookAlikes
const ALPHABETIC = /\p{L}/u

function plainSign(sign: string): string {
  if (sign < '\x7f') return sign
  return TWI_CHARACTERS[sign] ?? (ALPHABETIC.test(sign) ? (LATIN[sign] ?? sign).toLowerCase() : sign)
}

/** The text in lower-case Latin characters, without marks and invisible characters. */
export function plainText(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  const bare = text
    .normalize('NFKD')
    // A single sign may become eighteen.
    .slice(0, 2 * text.length)
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .toLowerCase()
  return Array.from(bare, plainSign).join('')
}
