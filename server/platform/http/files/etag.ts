import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The tag is weak, because the same content is sent in several encodings. */
export const etagOf = (content: string | Uint8Array) => `W/"${hash('sha1', content, 'base64url')}"`

/**
 * True if the client already has this content. A HEAD is always answered with the head of the whole reply, including
 * its length.
 */
export const isKnown = ({ method, headers }: FastifyRequest, etag: string): boolean =>
  method === 'GET' &&
  headers['if-none-match']?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*') === true
