import { rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTemporaryFolder } from '#testing/temporary-folder.ts'
import { cachePictures } from './cached-pictures.ts'

let root: string
let file: string
let pictures: ReturnType<typeof cachePictures>
beforeEach(() => {
  root = createTemporaryFolder('sankofa-pictures-')
  file = path.join(root, 'abc-640.avif')
  pictures = cachePictures()
})
afterEach(() => rm(root, { recursive: true }))

const read = async () => (await pictures.read(file))?.bytes
const readText = async () => Buffer.from((await read()) ?? []).toString()

it('a picture is read from disk once', async () => {
  await writeFile(file, 'old')
  const bytes = await read()
  expect(bytes).toBeDefined()
  expect(await read()).toBe(bytes)
  const found = await pictures.read(file)
  expect(found).toMatchObject({ size: 3, contentType: 'image/avif' })
  expect(await new Response(found?.stream).text()).toBe('old')
})

it('a replaced picture is read again, even with the same size and time', async () => {
  await writeFile(file, 'old')
  await utimes(file, 1, 1)
  expect(await readText()).toBe('old')
  const next = path.join(root, 'next')
  await writeFile(next, 'new')
  await utimes(next, 1, 1)
  await rename(next, file)
  expect(await readText()).toBe('new')
})

it('a picture that another process deleted is missing', async () => {
  await writeFile(file, 'old')
  expect(await readText()).toBe('old')
  await rm(file)
  expect(await read()).toBeUndefined()
})

it('large pictures and other files are not cached', async () => {
  await writeFile(file, Buffer.alloc(200_000))
  expect(await read()).toBeUndefined()
  const list = path.join(root, 'export.zip')
  await writeFile(list, 'x')
  expect(await pictures.read(list)).toBeUndefined()
  expect(await pictures.read(root)).toBeUndefined()
})
