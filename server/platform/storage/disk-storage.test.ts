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

describe('the disk storage', () => {
  beforeEach(open)
  afterEach(close)

  const textOf = async (key: string) => {
    const found = await storage.read(key)
    return found && new Response(found.stream).text()
  }

  test('replaces a file without leaving another', async () => {
    await storage.put(PHOTO, Buffer.from('old'), 'image/avif')
    await storage.put(PHOTO, Buffer.from('new'), 'image/avif')
    expect(await readdir(path.join(root, 'product-images/one'))).toEqual(['abc-640.avif'])
  })

  test('keeps one whole file after many simultaneous writes to a key', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000))
    await Promise.all(contents.map((content) => storage.put(PHOTO, Buffer.from(content), 'image/avif')))
    expect(contents).toContain(await textOf(PHOTO))
  })

  test('lets a reader finish the file it opened while it is replaced', async () => {
    await storage.put(PHOTO, Buffer.from('old'), 'image/avif')
    const found = await storage.read(PHOTO)
    await storage.put(PHOTO, Buffer.from('newer'), 'image/avif')
    expect(await new Response(found?.stream).text()).toBe('old')
  })

  test('deletes an empty folder with its last file, except for top-level ones', async () => {
    await storage.put(PHOTO, Buffer.from('x'), 'image/avif')
    await storage.put('product-images/two/abc-640.avif', Buffer.from('x'), 'image/avif')
    await storage.put('quarantine/abc', Buffer.from('x'), 'application/octet-stream')
    for (const key of [PHOTO, 'quarantine/abc']) await storage.remove(key)
    expect(await readdir(path.join(root, 'product-images'))).toEqual(['two'])
    expect(await readdir(path.join(root, 'quarantine'))).toEqual([])
  })

  test('loses no file when its folder is deleted at the same time', async () => {
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

  test('reports a file in place of a folder as unwritable and leaves no part', async () => {
    await writeFile(path.join(root, 'product-images'), 'in the way')
    await expect(storage.put(PHOTO, Buffer.from('x'), 'image/avif')).rejects.toMatchObject({
      name: 'StorageError',
      reason: 'unwritable',
    })
    expect(await readdir(path.join(root, '.incoming'))).toEqual([])
    expect(await readFile(path.join(root, 'product-images'), 'utf8')).toBe('in the way')
  })

  test('cannot be opened below a file', async () => {
    await writeFile(path.join(root, 'file'), '')
    await expect(openDiskStorage(path.join(root, 'file'))).rejects.toMatchObject({ reason: 'unwritable' })
  })

  test('deletes old parts left by a killed process when it opens', async () => {
    const old = path.join(root, '.incoming', 'old')
    await writeFile(old, 'part')
    await utimes(old, new Date(0), new Date(0))
    await writeFile(path.join(root, '.incoming', 'young'), 'part')
    await openDiskStorage(root)
    expect(await readdir(path.join(root, '.incoming'))).toEqual(['young'])
  })
})

describe('a disk error', () => {
  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'unwritable'],
    ['EACCES', 'unwritable'],
  ])('%s is reported as %s with its cause', async (code, reason) => {
    const cause = Object.assign(new Error(`${code}: write`), { code })
    await expect(withStorageErrors(() => Promise.reject(cause))).rejects.toMatchObject({ reason, cause })
  })

  test('is passed on unchanged if it has another cause', async () => {
    const error = Object.assign(new Error('EINVAL: read'), { code: 'EINVAL' })
    await expect(withStorageErrors(() => Promise.reject(error))).rejects.toBe(error)
  })
})
