/** Lines of a text, trimmed and without empty ones. */
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
