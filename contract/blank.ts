/**
 * A visible sign. Not only spaces and control characters are invisible, but also characters that Unicode lets
 * programs ignore (such as Hangul fillers) and the empty Braille pattern.
 */
export const VISIBLE_SIGN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns whether a text has no visible sign. */
export const isBlank = (text: string): boolean => !VISIBLE_SIGN.test(text)
