import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Weak, since the same content travels in several encodings. */
export const etagOf = (content: string | Uint8Array) => `W/"${hash('sha1', content, 'base64url')}"`

/** Whether the client has the content of this tag. A HEAD gets the head of the whole reply, with its length. */
export const isKnown = ({ method, headers }: FastifyRequest, etag: string): boolean =>
  method === 'GET' &&
  headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*') === true
