const LONGEST = 160

/** One line for search engines and link previews; it ends at a word. */
export function toDescription(...segments: (string | false | undefined)[]): string {
  const text = segments.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()
  if (text.length <= LONGEST) return text
  const start = text.slice(0, LONGEST)
  const end = start.lastIndexOf(' ')
  // Cutting a surrogate pair in half would leave a broken character.
  return `${start.slice(0, end > 0 ? end : LONGEST - 2).replace(/[\s,;:.–-]+$/, '')}…`
}
