export interface TextSegment {
  /** Where in the whole it begins. */
  start: number
  text: string
  /** Of a part that can be followed. */
  href?: string
}

/**
 * Up to a space or a quotation mark of any script. Signs that change the direction of what is shown could make an
 * address look like another: none goes past them.
 */
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'`＂＇\p{Pi}\p{Pf}\u201a\u201e\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const OPENING = /\p{Ps}/u
/** Ends a sentence rather than an address, as does a bracket that nothing follows. */
const TRAILING = /[.,;:!?¡¿…‥。．，、；：！？｡､؟،؛۔।።\p{Ps}]+$/u

/** Where a bracket closes that was not opened within the address. */
function closedAt(address: string): number {
  let open = 0
  for (const { 0: sign, index } of address.matchAll(/[\p{Ps}\p{Pe}]/gu)) {
    open += OPENING.test(sign) ? 1 : -1
    if (open < 0) return index
  }
  return address.length
}

const trimmed = (address: string): string => address.slice(0, closedAt(address)).replace(TRAILING, '')

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
