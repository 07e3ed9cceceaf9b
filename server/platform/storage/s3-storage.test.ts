import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startVersionedBucket } from '#testing/services/versioned-bucket.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

const PHOTO = 'product-images/one/abc-640.avif'
const MEGABYTE = 1024 * 1024

interface Answer {
  status: number
  /** Error code as services write it. */
  code?: string
  body?: string
  headers?: Record<string, string>
}

describe('the S3 client', () => {
  /** Answers of the service, in order; then it answers 200. 'hang' never answers, 'cut' hangs up. */
  let answers: (Answer | 'hang' | 'cut')[]
  let requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[]
  let time = 0
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, headers, body: (await buffer(request)).toString() })
    const next = answers.shift() ?? { status: 200 }
    if (next === 'hang') return
    if (next === 'cut') response.destroy()
    else {
      response.writeHead(next.status, next.headers)
      response.end(
        next.body ?? (next.code && `<?xml version="1.0"?><Error><Code>${next.code}</Code></Error>`),
      )
    }
  }

  beforeEach(async () => {
    answers = []
    requests = []
    answerMilliseconds = PATIENCE.usual
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterEach(() => server.closeAllConnections())

  /** A busy machine may take seconds for an answer; a test of a missing one waits for as long. */
  const PATIENCE = { usual: 30_000, short: 1500 }
  let answerMilliseconds = PATIENCE.usual
  const open = (endpoint?: string): Promise<Storage> => {
    const { port } = server.address() as { port: number }
    const options = {
      endpoint: endpoint ?? `http://127.0.0.1:${port}`,
      bucket: 'photos',
      region: 'eu-west-1',
      accessKeyId: 'key',
      secretAccessKey: 'hunter2',
    }
    return openS3Storage(options, { answerMilliseconds, now: () => time })
  }
  async function opened(...then: typeof answers): Promise<Storage> {
    answers = [{ status: 404, code: 'NoSuchKey' }]
    const storage = await open()
    requests = []
    answers = then
    return storage
  }
  const put = (storage: Storage) => storage.put(PHOTO, Buffer.from('hello'), 'image/avif')

  test('sends signed requests by path, with length and hash', async () => {
    await put(await opened())
    const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    expect(requests).toMatchObject([
      {
        method: 'PUT',
        path: `/photos/${PHOTO}`,
        body: 'hello',
        headers: {
          'content-length': '5',
          'content-type': 'image/avif',
          'x-amz-content-sha256': hash,
          authorization: expect.stringMatching(
            /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-west-1\/s3\/aws4_request, SignedHeaders=[\w;-]+, Signature=[\da-f]{64}$/,
          ) as string,
        },
      },
    ])
    expect(JSON.stringify(requests)).not.toContain('hunter2')
  })

  test('sends streamed files with length and hash, again on each retry', async () => {
    const storage = await opened({ status: 503, code: 'SlowDown' })
    async function* pieces() {
      yield Buffer.from('hel')
      yield Buffer.from('lo')
    }
    await storage.put('exports/one.zip', pieces(), 'application/zip')
    expect(requests.map(({ body }) => body)).toEqual(['hello', 'hello'])
    expect(requests[1]?.headers).toMatchObject({
      'content-length': '5',
      'x-amz-content-sha256': '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    })
    expect(requests[1]?.headers).not.toHaveProperty('transfer-encoding')
  })

  test.each([
    ['an internal error', { status: 500, code: 'InternalError' }],
    ['too many requests', { status: 429 }],
    ['a broken connection', 'cut'],
    ['no answer', 'hang'],
  ] as const)('retries after %s', async (_, failure) => {
    if (failure === 'hang') answerMilliseconds = PATIENCE.short
    const storage = await opened(failure, failure)
    await put(storage)
    expect(requests).toHaveLength(3)
  })

  test('gives up after three attempts', async () => {
    const failures = Array.from({ length: 4 }, () => ({ status: 500, code: 'InternalError' }))
    const storage = await opened(...failures)
    const unreachable = { name: 'StorageError', reason: 'unreachable' }
    await expect(put(storage)).rejects.toMatchObject(unreachable)
    expect(requests).toHaveLength(3)
    answerMilliseconds = PATIENCE.short
    const hurried = await opened('hang', 'hang', 'hang')
    await expect(hurried.read(PHOTO)).rejects.toMatchObject({
      ...unreachable,
      message: expect.stringContaining(`no answer to GET of ${PHOTO} in time`) as string,
    })
  })

  test.each([
    [403, 'AccessDenied', 'unwritable'],
    [403, 'SignatureDoesNotMatch', 'unwritable'],
    [404, 'NoSuchBucket', 'unwritable'],
    [403, 'QuotaExceeded', 'full'],
    [507, 'XMinioStorageFull', 'full'],
    [507, 'Anything', 'full'],
  ])('reports %i %s at once as %s', async (status, code, reason) => {
    const storage = await opened({ status, code })
    await expect(put(storage)).rejects.toMatchObject({ name: 'StorageError', reason })
    expect(requests).toHaveLength(1)
    answers = [{ status, code }]
    await expect(storage.read(PHOTO)).rejects.toMatchObject({ name: 'StorageError', reason })
    answers = [{ status, code }]
    await expect(storage.remove(PHOTO)).rejects.toMatchObject({ name: 'StorageError', reason })
  })

  test('is not ready after a refused file until one is accepted or a minute has passed', async () => {
    const denied = { status: 403, code: 'AccessDenied' }
    const storage = await opened(denied)
    const unwritable = { name: 'StorageError', reason: 'unwritable' }
    await expect(put(storage)).rejects.toMatchObject(unwritable)
    await expect(storage.check?.()).rejects.toMatchObject(unwritable)
    await put(storage)
    await storage.check?.()
    answers = [denied]
    await expect(put(storage)).rejects.toMatchObject(unwritable)
    await expect(storage.check?.()).rejects.toMatchObject(unwritable)
    time += 60_000
    await storage.check?.()
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  })

  test('does not follow a redirect', async () => {
    const storage = await opened({ status: 307, headers: { Location: 'http://127.0.0.1:9/other' } })
    await expect(put(storage)).rejects.toMatchObject({ reason: 'unwritable' })
  })

  test('treats any 404 as a missing file', async () => {
    const storage = await opened({ status: 404 }, { status: 404, code: 'NoSuchKey' })
    expect(await storage.read(PHOTO)).toBeNull()
    await storage.remove(PHOTO)
  })

  test('cannot be opened if the service refuses or is unreachable', async () => {
    answers = [{ status: 403, code: 'InvalidAccessKeyId' }]
    await expect(open()).rejects.toMatchObject({ reason: 'unwritable' })
    await expect(open('http://127.0.0.1:1234')).rejects.toMatchObject({
      reason: 'unreachable',
      message: 'the storage cannot be reached (ECONNREFUSED)',
    })
  })

  test.each([
    ['a completion that fails after its answer began', { status: 200, code: 'InternalError' }, 'unreachable'],
    ['an upload that another aborted', { status: 404, code: 'NoSuchUpload' }, 'unreachable'],
    ['an upload that is refused', { status: 403, code: 'AccessDenied' }, 'unwritable'],
  ])('aborts a multipart upload after %s', async (_, failure, reason) => {
    const storage = await opened({ status: 200, body: '<UploadId>u1</UploadId>' }, { status: 200 }, failure)
    async function* pieces() {
      yield Buffer.alloc(8 * MEGABYTE)
    }
    await expect(storage.put(PHOTO, pieces(), 'image/avif')).rejects.toMatchObject({ reason })
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /photos/${PHOTO}?uploads=`,
      `PUT /photos/${PHOTO}?partNumber=1&uploadId=u1`,
      `POST /photos/${PHOTO}?uploadId=u1`,
      `DELETE /photos/${PHOTO}?uploadId=u1`,
    ])
  })
})

describe('a bucket with object lock', () => {
  let bucket: Awaited<ReturnType<typeof startVersionedBucket>>
  let storage: Storage
  beforeEach(async () => {
    bucket = await startVersionedBucket()
    storage = await openS3Storage(bucket.options)
  })
  afterEach(() => bucket.close())

  const bytesOf = async (key: string) =>
    Buffer.from(await new Response((await storage.read(key))?.stream).arrayBuffer())
  async function* inPieces(bytes: Buffer, size: number) {
    for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size)
  }

  test('accepts a file of known length', async () => {
    await storage.put(PHOTO, Buffer.from('hello'), 'image/avif')
    expect((await bytesOf(PHOTO)).toString()).toBe('hello')
  })

  const PART = 8 * MEGABYTE
  test.each([1, 300_000, MEGABYTE, PART - 1, PART, PART + 1, 2 * PART, 2 * PART + 300_000])(
    'accepts %i streamed bytes',
    async (size) => {
      const bytes = Buffer.alloc(size, 'no part of it is like another. ')
      for (const piece of [97 * 1024, 20 * MEGABYTE]) {
        await storage.put(PHOTO, inPieces(bytes, piece), 'image/avif')
        expect((await bytesOf(PHOTO)).equals(bytes)).toBe(true)
      }
      expect(bucket.unfinished()).toEqual([])
    },
  )

  test('reads at most one part ahead of the bucket', async () => {
    const ahead: number[] = []
    const [piece, count] = [Buffer.alloc(MEGABYTE / 4), 100]
    async function* pieces() {
      for (let read = 0; read < count * piece.byteLength; read += piece.byteLength) {
        ahead.push(read - (bucket.unfinished()[0] ?? 0))
        yield piece
      }
    }
    await storage.put('exports/one.zip', pieces(), 'application/zip')
    expect((await bytesOf('exports/one.zip')).byteLength).toBe(count * piece.byteLength)
    expect(Math.max(...ahead)).toBeLessThanOrEqual(PART + piece.byteLength)
  })

  test('stores nothing of a large file whose stream fails', async () => {
    async function* pieces() {
      yield Buffer.alloc(2 * PART)
      expect(bucket.unfinished()).toEqual([2 * PART])
      throw new Error('the source broke')
    }
    await expect(storage.put(PHOTO, pieces(), 'image/avif')).rejects.toThrow('the source broke')
    expect(await storage.read(PHOTO)).toBeNull()
    expect(bucket.unfinished()).toEqual([])
  })

  test('accepts large files during another upload that waits for them', async () => {
    const keys = ['one.zip', 'two.zip', 'three.zip']
    async function* pieces() {
      yield Buffer.alloc(PART)
      await Promise.all(keys.map((key) => storage.put(key, inPieces(Buffer.alloc(PART), MEGABYTE), '')))
      yield Buffer.from('end')
    }
    await storage.put('all.zip', pieces(), 'application/zip')
    expect((await bytesOf('all.zip')).byteLength).toBe(PART + 3)
    for (const key of keys) expect((await bytesOf(key)).byteLength).toBe(PART)
  })
})
