import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestOf } from 'node:http'
import { readdir, readlink, rm } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { type Storage, StorageError } from '#server/platform/storage/storage.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { openBothWays } from '#testing/both-ways.ts'
import { photoSigner } from './photo-signer.ts'
import { insertPhoto, insertProduct } from '#testing/products.ts'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'

const CDN = {
  CDN: 'surrogate-keys',
  CDN_PURGE_URL: 'http://127.0.0.1:9/',
  CDN_PURGE_TOKEN: 'a token of a CDN',
}
const folder = createTemporaryFolder('sankofa-early-')
let test: TestApp
let storage: Storage
let isAway = false
/** A file that cannot be closed. */
let isBroken = false
/** Of a product's photo that everybody may see. */
let photo: string
let ways: Awaited<ReturnType<typeof openBothWays>>

beforeAll(async () => {
  const disk = await openDiskStorage(folder)
  storage = {
    ...disk,
    read: async (key) => {
      if (isAway) throw new StorageError('unreachable', 'nobody there')
      const found = await disk.read(key)
      if (!found || !isBroken) return found
      const stream = new ReadableStream<Uint8Array>({ cancel: () => Promise.reject(new Error('EIO')) })
      return { ...found, bytes: undefined, stream }
    },
  }
  test = await createTestApp({ storage, settings: CDN })
  ways = await openBothWays(test.app, (...exchange) => test.earlyPictures.answer(...exchange))
  const product = await insertProduct(test.db)
  await insertPhoto(test.db, product)
  photo = `/photos/product-images/${product}/0123456789abcdef`
  const key = photo.replace('/photos/', '')
  await storage.put(`${key}-640.avif`, Buffer.from('small'), 'image/avif')
  await storage.put(`${key}-1920.jpg`, Buffer.alloc(500_000, 'large'), 'image/jpeg')
  await storage.put('avatars/1/abc-96.avif', Buffer.from('a face'), 'image/avif')
  await storage.put('message-images/1/a-640.avif', Buffer.from('a message'), 'image/avif')
  await storage.put('exports/private.jpg', Buffer.from('private'), 'image/jpeg')
})
afterAll(async () => {
  await ways.close()
  await test.close()
  await rm(folder, { recursive: true })
})

describe('a picture before the framework', () => {
  it.each([
    ['a small one', () => `${photo}-640.avif`],
    ['one that is too large to be held', () => `${photo}-1920.jpg`],
    ['a face', () => '/photos/avatars/1/abc-96.avif'],
    [
      'one of a conversation',
      () => `${photoSigner(test.secrets, Date.now).sign('/photos/message-images/1/a')}-640.avif`,
    ],
  ])('%s is the same reply', async (_, path) => {
    // A signed address says for how many seconds it is still good.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const each: Record<string, string>[] = [{}, { cookie: 'a=b' }, { 'if-none-match': '"other"' }]
    for (const headers of each) {
      const { plain, early, isEarly } = await ways.sendBothWays(path(), { headers })
      expect(isEarly).toBe(true)
      expect(early).toEqual(plain)
      expect(early.status).toBe(200)
    }
  })

  it.each(['640.avif', '1920.jpg'])('%s is not sent again to who has it', async (ending) => {
    const path = `${photo}-${ending}`
    const { etag } = (await ways.send(path)).headers
    const headers = { 'if-none-match': String(etag) }
    const { plain, early, isEarly } = await ways.sendBothWays(path, { headers })
    expect(isEarly).toBe(true)
    expect(early).toEqual(plain)
    expect(early).toMatchObject({ status: 304, body: '' })
  })

  it.each([
    '/photos/avatars/1/none-96.avif',
    '/photos/exports/private.jpg',
    '/photos/avatars/../exports/private.jpg',
    '/photos/avatars//1/abc-96.avif',
    '/photos/avatars/1/abc%2d96.avif',
    '/photos/avatars/1/abc-96.avif?width=1',
    '/photos/avatars/1/abc-96.avif/',
    '/photos/',
    '/photos/private/9.AAAA/message-images/1/a-640.avif',
  ])('%s takes the way of all others', async (path) => {
    const { plain, early, isEarly } = await ways.sendBothWays(path)
    expect(isEarly).toBe(false)
    expect(early).toEqual(plain)
  })

  it('what is no plain request for one takes the way of all others', async () => {
    const path = `${photo}-640.avif`
    const head = await ways.send(path, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: '', wasEarly: false })
    expect((await ways.send(path, { headers: { 'content-length': '0' } })).wasEarly).toBe(false)
  })

  it.runIf(process.platform === 'linux')('leaves no file open when its client goes away', async () => {
    const openFiles = async () => {
      const names = await readdir('/proc/self/fd')
      const targets = await Promise.all(
        names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
      )
      return targets.filter((target) => target.endsWith('-1920.jpg')).length
    }
    const { port, server } = ways
    const moments: ((request: ClientRequest) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      (request) => once(request, 'finish'),
      () => once(server, 'request'),
      // While the file is opened.
      () => once(server, 'request').then(() => setImmediate()),
      (request) => once(request, 'response'),
      async (request) => {
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        await once(response, 'data')
      },
    ]
    for (const moment of moments)
      for (let cut = 0; cut < 5; cut += 1) {
        const request = requestOf({ port, path: `${photo}-1920.jpg`, agent: false }).end()
        request.on('error', () => undefined)
        await moment(request)
        request.destroy()
      }
    // Whatever the server has of them has begun before this one.
    await ways.send(`${photo}-640.avif`)
    await expect.poll(openFiles).toBe(0)
  })

  it('that fails ends its own reply, and no other', async () => {
    const path = `${photo}-640.avif`
    const { etag } = (await ways.send(path)).headers
    isBroken = true
    await expect(ways.send(path, { headers: { 'if-none-match': String(etag) } })).rejects.toThrow(
      'socket hang up',
    )
    isBroken = false
    expect((await ways.send(path)).status).toBe(200)
  })

  it('is refused as by the framework while the storage is away', async () => {
    isAway = true
    const { plain, early } = await ways.sendBothWays(`${photo}-640.avif`)
    isAway = false
    expect(early).toEqual(plain)
    expect(early.status).toBe(503)
  })
})
