/**
 * A sign that can be seen. Beside spaces and signs of control, nothing is drawn for what Unicode lets programs ignore
 * (Hangul fillers among them) nor for the empty Braille pattern.
 */
export const VISIBLE_SIGN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a text says nothing, whatever signs it is made of. */
export const isBlank = (text: string): boolean => !VISIBLE_SIGN.test(text)
