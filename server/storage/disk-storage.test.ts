import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDiskStorage } from './disk-storage.ts'
import { withStorageErrors } from './storage-failure.ts'
import type { Storage } from './storage.ts'

const PHOTO = 'product-images/one/abc-640.avif'

let root: string
let storage: Storage

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'storage-'))
  storage = await openDiskStorage(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const textOf = async (key: string) => {
  const found = await storage.read(key)
  return found && new Response(found.stream).text()
}

describe('put and read', () => {
  test('give back the bytes with their size and type', async () => {
    await storage.put(PHOTO, Buffer.from('hello'), 'image/avif')
    const found = await storage.read(PHOTO)
    expect(found).toMatchObject({ size: 5, contentType: 'image/avif' })
    expect(await new Response(found!.stream).text()).toBe('hello')
  })

  test('stream a file larger than one piece', async () => {
    const bytes = Buffer.alloc(300_000, 'x')
    await storage.put('big.jpg', bytes, 'image/jpeg')
    const found = await storage.read('big.jpg')
    expect(found!.contentType).toBe('image/jpeg')
    expect(Buffer.from(await new Response(found!.stream).arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('take a file piece by piece', async () => {
    async function* pieces() {
      for (const piece of ['he', 'll', 'o']) yield Buffer.from(piece)
    }
    await storage.put('exports/one.zip', pieces(), 'application/zip')
    expect(await storage.read('exports/one.zip')).toMatchObject({ size: 5, contentType: 'application/zip' })
    expect(await textOf('exports/one.zip')).toBe('hello')
  })

  test('leave nothing of a file whose pieces end early', async () => {
    async function* pieces() {
      yield Buffer.from('he')
      throw new Error('the source broke')
    }
    await expect(storage.put('exports/one.zip', pieces(), 'application/zip')).rejects.toThrow(
      'the source broke',
    )
    expect(await storage.read('exports/one.zip')).toBeNull()
    expect(await readdir(path.join(root, '.incoming'))).toEqual([])
  })

  test('a second put replaces the first and leaves no other file', async () => {
    await storage.put(PHOTO, Buffer.from('old'), 'image/avif')
    await storage.put(PHOTO, Buffer.from('new'), 'image/avif')
    expect(await textOf(PHOTO)).toBe('new')
    expect(await readdir(path.join(root, 'product-images/one'))).toEqual(['abc-640.avif'])
    expect(await readdir(path.join(root, '.incoming'))).toEqual([])
  })

  test('many at once to one key leave one whole file', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000))
    await Promise.all(contents.map((content) => storage.put(PHOTO, Buffer.from(content), 'image/avif')))
    expect(contents).toContain(await textOf(PHOTO))
  })

  test('a reader keeps the file it opened while it is replaced', async () => {
    await storage.put(PHOTO, Buffer.from('old'), 'image/avif')
    const found = await storage.read(PHOTO)
    await storage.put(PHOTO, Buffer.from('newer'), 'image/avif')
    expect(await new Response(found!.stream).text()).toBe('old')
  })

  test.each(['missing.avif', 'product-images/one', 'product-images/one/abc-640.avif/below.avif'])(
    '%s is not there',
    async (key) => {
      await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
      expect(await storage.read(key)).toBeNull()
    },
  )
})

describe('remove', () => {
  test('takes the file away, and once more is no error', async () => {
    await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
    await storage.remove(PHOTO)
    await storage.remove(PHOTO)
    expect(await storage.read(PHOTO)).toBeNull()
  })
})

describe('keys', () => {
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
    'a'.repeat(301),
  ])('%j is refused', async (key) => {
    const refusal = { name: 'StorageError', reason: 'invalid-key' }
    await expect(storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(refusal)
    await expect(storage.read(key)).rejects.toMatchObject(refusal)
    await expect(storage.remove(key)).rejects.toMatchObject(refusal)
  })
})

describe('failures', () => {
  test('a folder that is a file is unwritable, and no part is left', async () => {
    await writeFile(path.join(root, 'product-images'), 'in the way')
    await expect(storage.put(PHOTO, Buffer.from('x'), 'image/avif')).rejects.toMatchObject({
      name: 'StorageError',
      reason: 'unwritable',
    })
    expect(await readdir(path.join(root, '.incoming'))).toEqual([])
    expect(await readFile(path.join(root, 'product-images'), 'utf8')).toBe('in the way')
  })

  test('opening below a file fails at once', async () => {
    await writeFile(path.join(root, 'file'), '')
    await expect(openDiskStorage(path.join(root, 'file'))).rejects.toMatchObject({ reason: 'unwritable' })
  })

  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'unwritable'],
    ['EACCES', 'unwritable'],
  ])('%s is told as %s with its cause', async (code, reason) => {
    const cause = Object.assign(new Error(`${code}: write`), { code })
    await expect(withStorageErrors(() => Promise.reject(cause))).rejects.toMatchObject({ reason, cause })
  })

  test('another error passes as it is', async () => {
    const error = Object.assign(new Error('EIO: read'), { code: 'EIO' })
    await expect(withStorageErrors(() => Promise.reject(error))).rejects.toBe(error)
  })
})

test('opening removes what a killed process left, and spares what is young', async () => {
  const old = path.join(root, '.incoming', 'old')
  await writeFile(old, 'part')
  await utimes(old, new Date(0), new Date(0))
  await writeFile(path.join(root, '.incoming', 'young'), 'part')
  await openDiskStorage(root)
  expect(await readdir(path.join(root, '.incoming'))).toEqual(['young'])
})
