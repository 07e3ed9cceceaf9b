/** Characters that Unicode does not decompose into a letter and a mark, as people type them. */
const PLAIN_CHARACTERS: Record<string, string> = {
  ɔ: 'o',
  ɛ: 'e',
  ŋ: 'n',
  ɣ: 'g',
  ɖ: 'd',
  ƒ: 'f',
  ʋ: 'v',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
}

/**
 * Text without case and accents, with the characters of Ghana's languages and others as people type them. The
 * database's `fold` does the same.
 */
export const foldCharacters = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (sign) => PLAIN_CHARACTERS[sign] ?? sign)
