import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { seal, unseal } from './sealing.ts'

const KEY = randomBytes(32)
const PIECE_BYTES = 256 * 1024
const HEAD_BYTES = 20
const TAG_BYTES = 16

const sealed = (content: Buffer, name = 'a') =>
  buffer(Readable.from(seal(Readable.from([content]), KEY, name)))
const opened = (content: Buffer, { key = KEY, name = 'a' } = {}) =>
  buffer(Readable.from(unseal(Readable.from([content]), key, name)))

it.each([0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES])(
  'sealed content can be opened again: %d bytes',
  async (size) => {
    const content = randomBytes(size)
    expect((await opened(await sealed(content))).equals(content)).toBe(true)
  },
)

it('two seals of the same content differ', async () => {
  const [one, other] = [await sealed(Buffer.alloc(100)), await sealed(Buffer.alloc(100))]
  expect(one.subarray(4, 60)).not.toEqual(other.subarray(4, 60))
})

it('unsealing refuses changed, cut, moved or renamed content and other keys', async () => {
  const content = randomBytes(3 * PIECE_BYTES)
  const whole = await sealed(content)
  const second = HEAD_BYTES + PIECE_BYTES + TAG_BYTES
  const third = second + PIECE_BYTES + TAG_BYTES
  const flipped = Buffer.from(whole)
  flipped.writeUInt8(flipped.readUInt8(second + 5) ^ 1, second + 5)
  const moved = Buffer.concat([
    whole.subarray(0, HEAD_BYTES),
    whole.subarray(second, third),
    whole.subarray(HEAD_BYTES, second),
    whole.subarray(third),
  ])
  const refusal = 'a in the backup is damaged or was changed.'
  for (const bad of [flipped, moved, whole.subarray(0, third), whole.subarray(0, -1), whole.subarray(0, 10)])
    await expect(opened(bad)).rejects.toThrow(refusal)
  await expect(opened(whole, { name: 'b' })).rejects.toThrow('b in the backup is damaged')
  await expect(opened(whole, { key: randomBytes(32) })).rejects.toThrow(refusal)
})
