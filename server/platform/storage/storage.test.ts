import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startS3Server } from '#testing/services/s3-server.ts'
import { openDiskStorage } from './disk-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import type { ListingStorage } from './storage.ts'

const PHOTO = 'product-images/one/abc-640.avif'

interface Opened {
  storage: ListingStorage
  /** Names of unfinished files. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

async function openDisk(): Promise<Opened> {
  const root = await mkdtemp(path.join(tmpdir(), 'storage-'))
  return {
    storage: await openDiskStorage(root),
    leftovers: () => readdir(path.join(root, '.incoming')),
    close: () => rm(root, { recursive: true }),
  }
}

async function openBucket(): Promise<Opened> {
  const server = await startS3Server()
  return {
    storage: await openS3Storage(server.options),
    leftovers: async () => [],
    close: () => server.close(),
  }
}

async function* piecesOf(...pieces: (string | Error)[]) {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}

/** The behaviour that all kinds of storage share. */
describe.each([
  ['on disk', openDisk],
  ['in a bucket', openBucket],
])('a storage %s', (_name, open) => {
  let opened: Opened
  let storage: ListingStorage
  beforeEach(async () => {
    opened = await open()
    storage = opened.storage
  })
  afterEach(() => opened.close())

  test('lists its keys in character order, for a folder or all', async () => {
    const listed = async (folder: string) => {
      const found: string[] = []
      for await (const key of storage.list(folder)) found.push(key)
      return found
    }
    const keys = ['a/1.avif', 'a/b/1.avif', 'a/c/1-640.avif', 'b/1.avif', 'c0/1.avif']
    for (const key of keys.toReversed()) await storage.put(key, Buffer.from('x'), 'image/avif')
    expect(await listed('')).toEqual(keys)
    expect(await listed('a')).toEqual(keys.slice(0, 3))
    expect(await listed('none')).toEqual([])
  })

  const bytesOf = async (key: string) => {
    const found = await storage.read(key)
    return found && Buffer.from(await new Response(found.stream).arrayBuffer())
  }
  const textOf = async (key: string) => (await bytesOf(key))?.toString()

  test('returns the bytes with their size and type', async () => {
    await storage.put(PHOTO, Buffer.from('hello'), 'image/avif')
    const found = await storage.read(PHOTO)
    expect(found).toMatchObject({ size: 5, contentType: 'image/avif' })
    await found?.stream.cancel()
    expect(await textOf(PHOTO)).toBe('hello')
  })

  test('stores a slice of a larger buffer', async () => {
    await storage.put(PHOTO, Buffer.from('abcdef').subarray(2, 4), 'image/avif')
    expect(await textOf(PHOTO)).toBe('cd')
  })

  test('streams a file larger than one piece', async () => {
    const bytes = Buffer.alloc(3_000_000, 'xyz')
    await storage.put('big.jpg', bytes, 'image/jpeg')
    expect((await bytesOf('big.jpg'))?.equals(bytes)).toBe(true)
  })

  test('stores a streamed file', async () => {
    await storage.put('exports/one.zip', piecesOf('he', 'll', 'o'), 'application/zip')
    const found = await storage.read('exports/one.zip')
    expect(found).toMatchObject({ size: 5, contentType: 'application/zip' })
    await found?.stream.cancel()
    expect(await textOf('exports/one.zip')).toBe('hello')
    expect(await opened.leftovers()).toEqual([])
  })

  test('stores nothing of a file whose stream fails', async () => {
    const broken = piecesOf('he', new Error('the source broke'))
    await expect(storage.put('exports/one.zip', broken, 'application/zip')).rejects.toThrow(
      'the source broke',
    )
    expect(await storage.read('exports/one.zip')).toBeNull()
    expect(await opened.leftovers()).toEqual([])
  })

  test('replaces the file of a key', async () => {
    await storage.put(PHOTO, Buffer.from('the old one'), 'image/avif')
    await storage.put(PHOTO, Buffer.from('new'), 'image/avif')
    expect(await textOf(PHOTO)).toBe('new')
    expect(await opened.leftovers()).toEqual([])
  })

  test('stores many simultaneous files', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `product-images/one/${index}-640.avif`)
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key.repeat(1000)), 'image/avif')))
    for (const key of keys) expect(await textOf(key)).toBe(key.repeat(1000))
  })

  test.each(['missing.avif', 'product-images/one', 'product-images/one/abc-640.avif/below.avif'])(
    'has no file at %s',
    async (key) => {
      await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
      expect(await storage.read(key)).toBeNull()
    },
  )

  test('deletes a file, and deleting it again is no error', async () => {
    await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
    await storage.remove(PHOTO)
    await storage.remove(PHOTO)
    expect(await storage.read(PHOTO)).toBeNull()
  })

  test.each([
    '',
    '/etc/passwd',
    '../outside.jpg',
    'a/../../outside.jpg',
    'a//b.jpg',
    'a/',
    '.incoming/x',
    'a/.hidden',
    'a..b',
    'a\\b',
    'Upper.jpg',
    'a%2fb',
    'a\0b',
    'a\n',
    'a?b',
    'a'.repeat(301),
  ])('refuses the key %j', async (key) => {
    const refusal = { name: 'StorageError', reason: 'invalid-key' }
    await expect(storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(refusal)
    await expect(storage.read(key)).rejects.toMatchObject(refusal)
    await expect(storage.remove(key)).rejects.toMatchObject(refusal)
  })
})
