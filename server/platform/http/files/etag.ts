import { createHash } from 'node:crypto'

/** Weak, since the same content travels in several encodings. */
export const etagOf = (content: string | Uint8Array) =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`

/** Whether an If-None-Match header names this tag. */
export const etagMatches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')
