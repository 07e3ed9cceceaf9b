import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { openIncoming, removeAbandoned } from './incoming-files.ts'
import { type S3Options, S3Refusal, type S3Request, s3Requests } from './s3-requests.ts'
import {
  type Content,
  isStorageKey,
  type ListingStorage,
  requireStorageKey,
  StorageError,
  type StoredFile,
} from './storage.ts'
import { versionOf, versionsAt } from './s3-versions.ts'
import { withStorageErrors } from './storage-failure.ts'

const ANSWER_MILLISECONDS = 10_000
/** A slow line still carries as much: 100 KB a second. */
const BYTES_PER_MILLISECOND = 100
/** Requests cost money: a success counts for so long. */
const CHECKED_MILLISECONDS = 10_000
/** A refused `put` counts for so long: a process that is sent no requests meanwhile would never learn that it may again. */
const REFUSED_MILLISECONDS = 60_000
const PROBE_KEY = 'probe/none'

interface S3StorageOptions {
  folder: string
  /** Reads and lists what the bucket, one with versions, held then. */
  at?: Date
  answerMilliseconds?: number
  now?: () => number
}

interface Payload {
  body: NonNullable<S3Request['body']>
  size: number
  /** Hex; the service refuses what does not match, so nothing is stored damaged. */
  sha256: string
  /** Base64, of what comes piece by piece: buckets that lock objects require it. */
  md5?: string
}

const isMissing = (error: unknown) => error instanceof S3Refusal && error.status === 404

/**
 * Files in a bucket of any S3-compatible service, reached by path-style addresses. `folder` is on this machine, for
 * files whose length is not known before they end. Fails right away when the bucket cannot be used.
 */
export async function openS3Storage(
  options: S3Options,
  { folder, at, answerMilliseconds = ANSWER_MILLISECONDS, now = () => performance.now() }: S3StorageOptions,
): Promise<ListingStorage> {
  const send = s3Requests(options)
  const { put, checkWriting } = writing(send, { answerMilliseconds, now })
  await openIncoming(folder)

  async function read(key: string): Promise<StoredFile | null> {
    const query = at && (await versionOf(send, key, { at, timeoutMilliseconds: answerMilliseconds }))
    if (at && !query) return null
    try {
      return toStoredFile(await send({ method: 'GET', key, query, timeoutMilliseconds: answerMilliseconds }))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const checkReading = nowAndThen(async () => (await read(PROBE_KEY))?.stream.cancel(), now)
  await checkReading()

  return {
    async put(key, content, contentType) {
      requireStorageKey(key)
      if (content instanceof Uint8Array) return put(key, await payloadOf(content), contentType)
      const file = path.join(folder, randomUUID())
      try {
        await put(key, await withStorageErrors(() => spool(content, file)), contentType)
      } finally {
        await rm(file, { force: true })
      }
    },
    async read(key) {
      requireStorageKey(key)
      return read(key)
    },
    async remove(key) {
      requireStorageKey(key)
      try {
        const response = await send({ method: 'DELETE', key, timeoutMilliseconds: answerMilliseconds })
        await response.text()
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    list: (within) => keysBelow(send, within, { at, timeoutMilliseconds: answerMilliseconds }),
    async check() {
      checkWriting()
      await checkReading()
    },
    removeAbandoned: () => removeAbandoned(folder),
  }
}

/** What only an operator can mend, a key that may read but not write among it, is seen by no reading. */
function writing(
  send: ReturnType<typeof s3Requests>,
  { answerMilliseconds, now }: { answerMilliseconds: number; now: () => number },
) {
  let refusal: { error: StorageError; at: number } | undefined
  return {
    async put(key: string, { body, size, sha256, md5 }: Payload, contentType: string): Promise<void> {
      const timeoutMilliseconds = answerMilliseconds + size / BYTES_PER_MILLISECOND
      const headers = {
        'Content-Type': contentType,
        'Content-Length': String(size),
        'X-Amz-Content-Sha256': sha256,
        ...(md5 && { 'Content-MD5': md5 }),
      }
      try {
        const response = await send({ method: 'PUT', key, body, headers, timeoutMilliseconds })
        await response.text()
        refusal = undefined
      } catch (error) {
        if (error instanceof StorageError && error.reason !== 'unreachable') refusal = { error, at: now() }
        throw error
      }
    },
    checkWriting(): void {
      if (refusal && now() - refusal.at < REFUSED_MILLISECONDS) throw refusal.error
    },
  }
}

function nowAndThen(check: () => Promise<unknown>, now: () => number): () => Promise<void> {
  let checkedAt = -Infinity
  return async () => {
    if (now() - checkedAt < CHECKED_MILLISECONDS) return
    await check()
    checkedAt = now()
  }
}

async function payloadOf(content: Uint8Array): Promise<Payload> {
  const body = content as Uint8Array<ArrayBuffer>
  // In another thread: a photo as it was sent has up to ten million bytes.
  const digest = await crypto.subtle.digest('SHA-256', body)
  return { body: () => body, size: body.byteLength, sha256: Buffer.from(digest).toString('hex') }
}

/** Onto the disk first, since the service wants to know the length before. */
async function spool(content: Exclude<Content, Uint8Array>, file: string): Promise<Payload> {
  const hash = createHash('sha256')
  const checksum = createHash('md5')
  let size = 0
  const handle = await open(file, 'wx')
  try {
    for await (const piece of content) {
      hash.update(piece)
      checksum.update(piece)
      size += piece.byteLength
      await handle.writeFile(piece)
    }
  } finally {
    await handle.close()
  }
  const body = () => Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
  return { body, size, sha256: hash.digest('hex'), md5: checksum.digest('base64') }
}

/** Services list a thousand at a time. */
async function* keysBelow(
  send: ReturnType<typeof s3Requests>,
  folder: string,
  { at, timeoutMilliseconds }: { at: Date | undefined; timeoutMilliseconds: number },
): AsyncGenerator<string> {
  const prefix = folder === '' ? '' : `${folder}/`
  if (at) {
    for await (const { key } of versionsAt(send, { prefix, at, timeoutMilliseconds })) yield key
    return
  }
  for (let from: string | undefined = ''; from !== undefined;) {
    const query = new URLSearchParams({
      'list-type': '2',
      prefix,
      ...(from && { 'continuation-token': from }),
    })
    const response = await send({ method: 'GET', key: '', query: query.toString(), timeoutMilliseconds })
    const page = await response.text()
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isStorageKey(key)) yield key
    from = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
  }
}

function toStoredFile(response: Response): StoredFile {
  const stream = response.body ?? new Blob([]).stream()
  return {
    stream,
    size: Number(response.headers.get('content-length') ?? 0),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  }
}
