import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { secretsFrom } from '#server/platform/process/secrets.ts'
import { photoSigner } from './photo-signer.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { addPhotos, createFindPhoto } from './photos.ts'

const KEY = 'product-images/0199aaaa-0000-7000-8000-000000000001/0123456789abcdef0123-640.avif'

let root: string
let storage: Storage
let app: Injected
let now = Date.parse('2026-10-01T13:00:00Z')

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'photos-'))
  storage = await openDiskStorage(path.join(root, 'photos'))
  const find = createFindPhoto({
    findPublic: async (src) => (src.endsWith('/draft') ? undefined : []),
    signing: photoSigner(secretsFrom(new Uint8Array(32).fill(7)), () => now),
  })
  const bare = await createBareApp()
  addPhotos(bare, storage, find)
  app = bare
  await storage.put(KEY, Buffer.from('avif bytes'), 'image/avif')
  await storage.put('product-images/b-320.jpg', Buffer.alloc(200_000, 'j'), 'image/jpeg')
  await storage.put('product-images/page.html', Buffer.from('<script>1</script>'), 'text/html')
  await storage.put('product-images/1/draft-640.avif', Buffer.from('a draft'), 'image/avif')
  await storage.put('message-images/1/a-640.avif', Buffer.from('a message'), 'image/avif')
  await storage.put('exports/private.jpg', Buffer.from('private'), 'image/jpeg')
  await writeFile(path.join(root, 'outside.jpg'), 'outside')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const get = async (address: string, init?: RequestInit) => app.request(`/photos/${address}`, init)

describe('a stored photo', () => {
  test('has its type and is cached for good', async () => {
    const reply = await get(KEY)
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toEqual({
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.any(String) as unknown,
      date: expect.any(String) as unknown,
      connection: 'keep-alive',
      'content-type': 'image/avif',
      'content-length': '10',
      'content-security-policy': "frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${KEY}"`,
      'x-content-type-options': 'nosniff',
    })
    expect(await reply.text()).toBe('avif bytes')
  })

  test('is complete if it is larger than one piece', async () => {
    const reply = await get('product-images/b-320.jpg')
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(await reply.bytes()).toHaveLength(200_000)
  })

  test('answers HEAD without a body', async () => {
    const reply = await get(KEY, { method: 'HEAD' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-length')).toBe('10')
    expect(await reply.text()).toBe('')
  })

  test('is not sent again to a client that has it', async () => {
    const reply = await get(KEY, { headers: { 'if-none-match': `"${KEY}"` } })
    expect(reply.status).toBe(304)
    expect(reply.headers.get('etag')).toBe(`"${KEY}"`)
    expect(await reply.text()).toBe('')
    expect((await get(KEY, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('is missing after its deletion, even for a client that has it', async () => {
    await storage.put('product-images/gone-320.jpg', Buffer.from('x'), 'image/jpeg')
    await storage.remove('product-images/gone-320.jpg')
    expect(
      (
        await get('product-images/gone-320.jpg', {
          headers: { 'if-none-match': '"product-images/gone-320.jpg"' },
        })
      ).status,
    ).toBe(404)
  })

  test.runIf(process.platform === 'linux')('leaves no file open if nobody reads it', async () => {
    const openFiles = async () => (await readdir('/proc/self/fd')).length
    const before = await openFiles()
    await Promise.all(Array.from({ length: 20 }, () => get(KEY, { method: 'HEAD' })))
    await Promise.all(Array.from({ length: 20 }, async () => (await get(KEY)).body?.cancel()))
    await expect.poll(openFiles).toBeLessThan(before + 20)
  })
})

describe('a wrong photo address', () => {
  test.each([
    'missing.avif',
    '',
    'a',
    'a/',
    'product-images/page.html',
    'exports/private.jpg',
    'product-images/..%2f..%2fexports/private.jpg',
    '../outside.jpg',
    '..%2foutside.jpg',
    '%2e%2e/outside.jpg',
    'a/..%2f..%2foutside.jpg',
    'a/../../outside.jpg',
    '.incoming/x.jpg',
    'a%00.jpg',
    'a\\..\\outside.jpg',
    `${KEY}/`,
    `/${KEY}`,
    KEY.toUpperCase(),
    `${'a'.repeat(4000)}.jpg`,
  ])('is not found: %s', async (address) => {
    expect((await get(address)).status).toBe(404)
  })

  test('is not found if it leaves the folder', async () => {
    expect((await app.request('/photos/../../outside.jpg')).status).toBe(404)
  })
})

describe('a private photo', () => {
  const DRAFT = '/photos/product-images/1/draft'
  const secrets = secretsFrom(new Uint8Array(32).fill(7))
  const signed = (src: string) => photoSigner(secrets, () => now).sign(src)
  const fetched = async (address: string) => app.request(address)

  test.each([DRAFT, '/photos/message-images/1/a'])('is not sent by its plain address %s', async (src) => {
    expect((await fetched(`${src}-640.avif`)).status).toBe(404)
  })

  test.each([DRAFT, '/photos/message-images/1/a'])('is sent by its signed address: %s', async (src) => {
    const reply = await fetched(`${signed(src)}-640.avif`)
    expect(reply.status).toBe(200)
    // 13:00 is in the second block of six hours; the address is valid until the third ends.
    expect(reply.headers.get('cache-control')).toBe(`private, max-age=${11 * 3600}, immutable`)
  })

  test('keeps its address for hours, but not for ever', async () => {
    const start = now
    const address = signed(DRAFT)
    now = start + 4 * 3_600_000
    expect(signed(DRAFT)).toBe(address)
    now = start + 11 * 3_600_000 - 1000
    expect((await fetched(`${address}-640.avif`)).status).toBe(200)
    now = start + 11 * 3_600_000
    expect((await fetched(`${address}-640.avif`)).status).toBe(404)
    now = start
  })

  test.each([
    ['another photo', (address: string) => address.replace('/1/draft', '/1/other')],
    ['a longer name', (address: string) => `${address}-640`],
    ['a later end', (address: string) => address.replace(/private\/\d/, 'private/2')],
    [
      'another signature',
      (address: string) => address.replace(/\.[\w-]/, (start) => (start === '.A' ? '.B' : '.A')),
    ],
    ['no signature', (address: string) => address.replace(/\.[\w-]{22}/, '.')],
    ['a folder that holds no photos', () => signed('/photos/exports/private').replace(/-640.*/, '')],
  ])('is not sent for %s', async (_, changed) => {
    for (const ending of ['-640.avif', '-640.jpg', '.jpg', ''])
      expect((await fetched(changed(signed(DRAFT)) + ending)).status).toBe(404)
  })
})
