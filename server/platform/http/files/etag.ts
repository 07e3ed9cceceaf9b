import { hash } from 'node:crypto'

/** Weak, since the same content travels in several encodings. */
export const etagOf = (content: string | Uint8Array) => `W/"${hash('sha1', content, 'base64url')}"`

/** Whether an If-None-Match header names this tag. */
export const etagMatches = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')
