export interface TextSegment {
  /** Index of its start in the whole text. */
  start: number
  text: string
  /** The address, if the segment is a link. */
  href?: string
}

/**
 * Matches an address up to a space, a quotation mark of any script or a sign that changes the direction of text. Such
 * signs could make an address look like another.
 */
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"'`＂＇\p{Pi}\p{Pf}\u201a\u201e\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu
const OPENING = /\p{Ps}/u
/** Punctuation at the end of a sentence, or an opening bracket at the very end, is not part of the address. */
const TRAILING = /[.,;:!?¡¿…‥。．，、；：！？｡､؟،؛۔।።\p{Ps}]+$/u

/** Index of a closing bracket that was not opened within the address. */
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
    // The part before an @ can pose as the host of the address.
    if (username || password) return undefined
    return protocol === 'http:' || protocol === 'https:' ? href : undefined
  } catch {
    return undefined
  }
}

/** Splits a message into text and links; only http and https addresses become links. */
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
