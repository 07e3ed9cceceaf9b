export interface TextSegment {
  /** Where in the whole it begins. */
  start: number
  text: string
  /** Of a part that can be followed. */
  href?: string
}

/** Signs that change the direction of what is shown could make an address look like another: none goes past them. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
/** Ends a sentence rather than an address. */
const TRAILING = /[.,;:!?)\]}…»]+$/

function trimmed(address: string): string {
  const end = TRAILING.exec(address)?.[0] ?? ''
  const bare = address.slice(0, address.length - end.length)
  // A bracket that was opened within the address belongs to it.
  return end.startsWith(')') && bare.includes('(') ? `${bare})` : bare
}

function safeHref(address: string): string | undefined {
  try {
    const { protocol, href, username, password } = new URL(address)
    // What stands before an @ looks like the place that the address leads to.
    if (username || password) return undefined
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}

/** A message's text in parts: addresses of http and https may be followed, all else is text. */
export function textSegments(content: string): TextSegment[] {
  const segments: TextSegment[] = []
  let end = 0
  for (const match of content.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const href = safeHref(address)
    if (!href) continue
    if (match.index > end) segments.push({ start: end, text: content.slice(end, match.index) })
    segments.push({ start: match.index, text: address, href })
    end = match.index + address.length
  }
  if (end < content.length) segments.push({ start: end, text: content.slice(end) })
  return segments
}
