import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createReplyCopier } from './reply-copier.ts'

const Photo = z.object({ src: z.string() })
const schema = z.object({
  id: z.string(),
  photo: z.nullable(Photo),
  photos: z.array(Photo),
  note: z.optional(z.string()),
  kind: z.union([z.object({ sold: z.literal(true) }), z.object({ price: z.number() })]),
})
const secret = { password: 'secret' }

it('a copier copies only the fields in the schema, at any depth', () => {
  const photo = { src: '/a' }
  const reply = {
    id: '1',
    photo: { ...photo, ...secret },
    photos: [{ ...photo, ...secret }],
    kind: { price: 1, ...secret },
    ...secret,
  }
  const expected = { id: '1', photo, photos: [photo], kind: { price: 1 } }
  expect(createReplyCopier(schema)(reply)).toEqual(expected)
  expect(createReplyCopier(schema)({ ...reply, photo: null })).toEqual({ ...expected, photo: null })
})

it('a copier leaves other schemas to the parser, which refuses invalid replies', () => {
  expect(() => createReplyCopier(schema)({ id: '1', photo: null, photos: [], kind: {} })).toThrow('Invalid')
})
