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

async function open() {
  root = await mkdtemp(path.join(tmpdir(), 'storage-'))
  storage = await openDiskStorage(root)
}
const close = () => rm(root, { recursive: true, force: true })

describe('on disk', () => {
  beforeEach(open)
  afterEach(close)

  const textOf = async (key: string) => {
    const found = await storage.read(key)
    return found && new Response(found.stream).text()
  }

  test('a second put leaves no other file', async () => {
    await storage.put(PHOTO, Buffer.from('old'), 'image/avif')
    await storage.put(PHOTO, Buffer.from('new'), 'image/avif')
    expect(await readdir(path.join(root, 'product-images/one'))).toEqual(['abc-640.avif'])
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
    expect(await new Response(found?.stream).text()).toBe('old')
  })

  test('the last file of a folder takes the folder along, and no other', async () => {
    await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
    await storage.put('product-images/two/abc-640.avif', Buffer.from('x'), 'image/avif')
    await storage.put('quarantine/abc', Buffer.from('x'), 'application/octet-stream')
    for (const key of [PHOTO, 'quarantine/abc']) await storage.remove(key)
    expect(await readdir(path.join(root, 'product-images'))).toEqual(['two'])
    expect(await readdir(path.join(root, 'quarantine'))).toEqual([])
  })

  test('a folder that vanishes while files come to it loses none', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `product-images/one/${index}.avif`)
    const putAndRemove = async (key: string, index: number) => {
      await storage.put(key, Buffer.from('x'), 'image/avif')
      if (index % 2 === 0) await storage.remove(key)
    }
    await Promise.all(keys.map(putAndRemove))
    expect(await readdir(path.join(root, 'product-images/one'))).toHaveLength(20)
    await Promise.all(keys.map((key) => storage.remove(key)))
    expect(await readdir(path.join(root, 'product-images'))).toEqual([])
  })

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

  test('opening removes what a killed process left, and spares what is young', async () => {
    const old = path.join(root, '.incoming', 'old')
    await writeFile(old, 'part')
    await utimes(old, new Date(0), new Date(0))
    await writeFile(path.join(root, '.incoming', 'young'), 'part')
    await openDiskStorage(root)
    expect(await readdir(path.join(root, '.incoming'))).toEqual(['young'])
  })
})

describe('failures', () => {
  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'unwritable'],
    ['EACCES', 'unwritable'],
  ])('%s is reported as %s with its cause', async (code, reason) => {
    const cause = Object.assign(new Error(`${code}: write`), { code })
    await expect(withStorageErrors(() => Promise.reject(cause))).rejects.toMatchObject({ reason, cause })
  })

  test('another error passes as it is', async () => {
    const error = Object.assign(new Error('EINVAL: read'), { code: 'EINVAL' })
    await expect(withStorageErrors(() => Promise.reject(error))).rejects.toBe(error)
  })
})
