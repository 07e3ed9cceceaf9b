import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { damaged } from './damaged.ts'

const MAGIC = Buffer.from('SKB1')
const SALT_BYTES = 16
const HEAD_BYTES = MAGIC.length + SALT_BYTES
const TAG_BYTES = 16
const NONCE_BYTES = 12
/** Each piece is authenticated before any of it is passed on. */
const PIECE_BYTES = 256 * 1024
const KEY_BYTES = 32

const derive = (key: Uint8Array, salt: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, KEY_BYTES))

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Uint8Array): string =>
  derive(key, Buffer.alloc(0), 'backup fingerprint').toString('hex', 0, 6)

/** The nonce holds the piece's index and whether it is the last, so that no piece can be left out or moved. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(index, 0, 6)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

async function* inPieces(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    bytes += chunk.byteLength
    // The loop waits for one byte more than a piece, so that the last piece is known.
    if (bytes <= size) continue
    const joined = Buffer.concat(waiting)
    let start = 0
    for (; joined.byteLength - start > size; start += size) yield joined.subarray(start, start + size)
    waiting = [joined.subarray(start)]
    bytes = joined.byteLength - start
  }
  yield Buffer.concat(waiting)
}

async function* withLast<T>(items: AsyncIterable<T>): AsyncGenerator<{ item: T; isLast: boolean }> {
  let before: { item: T } | undefined
  for await (const item of items) {
    if (before) yield { item: before.item, isLast: false }
    before = { item }
  }
  if (before) yield { item: before.item, isLast: true }
}

/**
 * Encrypts each piece with AES-256-GCM under a key derived for this file. The key depends on `name`, so a renamed
 * file does not decrypt.
 */
export async function* seal(
  content: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const own = derive(key, salt, `backup file ${name}`)
  yield Buffer.concat([MAGIC, salt])
  let index = 0
  for await (const { item, isLast } of withLast(inPieces(content, PIECE_BYTES))) {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(index, isLast))
    yield Buffer.concat([cipher.update(item), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

/** Splits the head from the rest of the content. */
async function splitHead(content: AsyncIterable<Uint8Array>, name: string) {
  const chunks = content[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.byteLength < HEAD_BYTES) {
    const next = await chunks.next()
    if (next.done) throw damaged(name)
    start = Buffer.concat([start, next.value])
  }
  async function* rest() {
    yield start.subarray(HEAD_BYTES)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: start.subarray(0, HEAD_BYTES), rest: rest() }
}

function opened(sealed: Buffer, { own, nonce, name }: { own: Buffer; nonce: Buffer; name: string }): Buffer {
  const tagAt = sealed.byteLength - TAG_BYTES
  if (tagAt < 0) throw damaged(name)
  const decipher = createDecipheriv('aes-256-gcm', own, nonce)
  decipher.setAuthTag(sealed.subarray(tagAt))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()])
  } catch {
    throw damaged(name)
  }
}

/** Throws a `Damaged` if anything differs from the content sealed under this name. */
export async function* unseal(
  content: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  name: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await splitHead(content, name)
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged(name)
  const own = derive(key, head.subarray(MAGIC.length), `backup file ${name}`)
  let index = 0
  for await (const { item, isLast } of withLast(inPieces(rest, PIECE_BYTES + TAG_BYTES))) {
    yield opened(item, { own, nonce: nonceOf(index, isLast), name })
    index += 1
  }
}
