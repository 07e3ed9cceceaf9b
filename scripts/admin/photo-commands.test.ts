import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createImageProcessor, type ImageProcessor } from '#server/platform/images/image-processor.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople } from '#testing/accounts/people.ts'
import { phonePhoto } from '#testing/pictures/phone-photo.ts'
import { openPhotoFolder, type PhotoFolder } from '#testing/pictures/photos.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { runAdmin } from './run-admin.ts'

let encoder: ImageProcessor
let context: TestContext
let photos: PhotoFolder
let dataDir: string
let encoded: number
let printed: string[]
let complaints: string[]

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
  encoder = createImageProcessor({ lowPriority: false })
  dataDir = await mkdtemp(join(tmpdir(), 'sankofa-admin-'))
})
afterAll(async () => {
  await encoder.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  photos = await openPhotoFolder()
  encoded = 0
  printed = []
  complaints = []
  const images: ImageProcessor = {
    ...encoder,
    process: (...picture) => {
      encoded++
      return encoder.process(...picture)
    },
  }
  const config = readConfig({ DATA_DIR: dataDir })
  context = createTestContext(database, { storage: photos.storage, images, config })
})
afterEach(async () => {
  await context.close()
  await photos.close()
  await database.db.deleteFrom('products').execute()
})

const encodeAgain = (...words: string[]) =>
  runAdmin(['photos', 'encode-again', ...words, '--pause', '0'], {
    ...context,
    siteName: 'Sankofa',
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  })

/** Inserts a stored photo; returns its address. */
async function insertStored(bytes: Uint8Array): Promise<string> {
  const productId = await insertProduct(database.db)
  const image_url = `/photos/product-images/${productId}/${randomBytes(10).toString('hex')}`
  await database.db
    .insertInto('product_images')
    .values({
      product_id: productId,
      image_url,
      is_primary: true,
      position: 0,
      width: 1280,
      height: 960,
      thumbhash: 'AA==',
      dhash: 1n,
    })
    .execute()
  await photos.storage.put(`${image_url.slice('/photos/'.length)}-1280.jpg`, bytes, 'image/jpeg')
  return image_url
}
const FILES = ['-1280.avif', '-1280.jpg', '-320.avif', '-320.jpg', '-640.avif', '-640.jpg']
const filesOf = async (src: string) =>
  (await photos.files())
    .filter((file) => file.includes(src.slice('/photos/'.length)))
    .map((file) => file.slice(src.length - '/photos/'.length))
    .toSorted()
const positionFile = () => join(dataDir, 'photos-encode-again.json')

it('encodes every file again from the widest JPEG, which stays unchanged', async () => {
  const bytes = await phonePhoto(
    { width: 400, height: 300, orientation: 1, quality: 80, progressive: false },
    'Ama',
  )
  const src = await insertStored(bytes)
  expect(await encodeAgain()).toBe(0)
  expect(await filesOf(src)).toEqual(FILES)
  const widest = await photos.storage.read(`${src.slice('/photos/'.length)}-1280.jpg`)
  expect(Buffer.from(await new Response(widest?.stream).bytes()).equals(Buffer.from(bytes))).toBe(true)
  expect(printed).toEqual(['1 photos encoded'])
})

it('continues an interrupted run or starts again', async () => {
  const bytes = await phonePhoto(
    { width: 400, height: 300, orientation: 1, quality: 80, progressive: false },
    'Ama',
  )
  const [first = '', second = ''] = [await insertStored(bytes), await insertStored(bytes)].toSorted()
  await writeFile(positionFile(), JSON.stringify({ kind: 'listings', after: first }))
  expect(await encodeAgain()).toBe(0)
  expect([await filesOf(first), await filesOf(second)]).toEqual([['-1280.jpg'], FILES])
  await writeFile(positionFile(), JSON.stringify({ kind: 'messages', after: randomUUID() }))
  expect(await encodeAgain('anew')).toBe(0)
  expect(await filesOf(first)).toEqual(FILES)
  expect(encoded).toBe(3)
  await expect(readFile(positionFile())).rejects.toThrow('ENOENT')
})

it('names photos that cannot be encoded and continues', async () => {
  const damaged = await insertStored(Buffer.from('no picture'))
  const sound = await insertStored(
    await phonePhoto({ width: 400, height: 300, orientation: 1, quality: 80, progressive: false }, 'Ama'),
  )
  const lost = await insertStored(Buffer.from('x'))
  await photos.storage.remove(`${lost.slice('/photos/'.length)}-1280.jpg`)
  expect(await encodeAgain()).toBe(1)
  expect(complaints.toSorted()).toEqual(
    [
      `${damaged}: its widest JPEG is damaged`,
      `${lost}: its widest JPEG is missing`,
      '2 photos could not be encoded',
    ].toSorted(),
  )
  expect(await filesOf(sound)).toEqual(FILES)
})
