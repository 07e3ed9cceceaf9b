const LONGEST = 160

/** For search engines and link previews: one line, which ends at a word. */
export function descriptionOf(...segments: (string | false | undefined)[]): string {
  const text = segments.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()
  if (text.length <= LONGEST) return text
  const start = text.slice(0, LONGEST)
  const end = start.lastIndexOf(' ')
  // Half of a pair of surrogates would be a character of its own.
  return `${start.slice(0, end > 0 ? end : LONGEST - 2).replace(/[\s,;:.–-]+$/, '')}…`
}
