/** Letters of right-to-left scripts, from Hebrew and Arabic to N’Ko and Adlam. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A person's text within a sentence of ours: invisible signs separate its direction from the words around it
 * (first strong isolate). Texts in other scripts need none.
 */
export const isolated = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text)
