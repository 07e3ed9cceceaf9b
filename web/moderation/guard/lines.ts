/** Lines of a text, trimmed and without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean)
