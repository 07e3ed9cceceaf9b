import sharp from 'sharp'
import { beforeAll, expect, it, vi } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import { readClean } from '#testing/pictures/clean-picture.ts'
import { CORNERS, type PhonePhoto, phonePhoto } from '#testing/pictures/phone-photo.ts'
import { openPhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

/** LARGE_PHOTOS=yes makes the photos as large as those of phones, which is slow. */
const SCALE = process.env.LARGE_PHOTOS === 'yes' ? 40 : 1
const OWNER = 'Akosua Darko of Osu'
const SIZES = [
  [101, 67],
  [54, 96],
] as const
/** A photo of each size in each orientation. */
const COUNT = 8 * SIZES.length
const PER_LISTING = 4

vi.setConfig({ testTimeout: 300_000 * SCALE })

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(() => insertAccounts(test.db))

function photo(index: number): PhonePhoto {
  const [width, height] = SIZES[Math.floor(index / 8)] ?? SIZES[0]
  return {
    width: width * SCALE,
    height: height * SCALE,
    orientation: (index % 8) + 1,
    quality: 60 + 2 * index,
    progressive: index % 3 === 0,
  }
}

/** The colour in the middle of each quarter, clockwise from the upper left. */
async function cornersOf(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const points = [
    [1, 1],
    [3, 1],
    [3, 3],
    [1, 3],
  ] as const
  return points.map(([x, y]) => {
    const at =
      (Math.floor((info.height * y) / 4) * info.width + Math.floor((info.width * x) / 4)) * info.channels
    return [...data.subarray(at, at + 3)]
  })
}

const rgbOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

async function expectUpright(key: string) {
  const bytes = await readClean(folder.storage, key, OWNER)
  const differences = (await cornersOf(bytes)).map((seen, index) => {
    const expected = rgbOf(CORNERS[index] ?? '')
    return Math.max(...seen.map((value, channel) => Math.abs(value - (expected[channel] ?? 0))))
  })
  expect(Math.max(...differences)).toBeLessThan(50)
}

it(`${COUNT} phone photos become upright and lose their metadata`, async () => {
  const { token } = await signIn(test, 'ama')
  for (let start = 0; start < COUNT; start += PER_LISTING) {
    const product = await insertProduct(test.db, { status: 'draft' })
    for (let index = start; index < start + PER_LISTING; index++) {
      const bytes = await phonePhoto(photo(index), OWNER)
      expect(bytes.includes(OWNER)).toBe(true)
      const response = await sendPhoto(test.app, token, {
        bytes: new Uint8Array(bytes),
        name: `IMG_${index}.jpg`,
        product,
      })
      expect(response.status).toBe(202)
    }
  }
  await test.jobs.settled()

  const images = await test.db
    .selectFrom('product_images')
    .select(['file_name', 'image_url', 'width', 'height'])
    .execute()
  expect(images).toHaveLength(COUNT)
  for (const { file_name, image_url, width, height } of images) {
    const scene = photo(Number(/\d+/.exec(file_name ?? '')?.[0]))
    expect(Math.abs(width / height - scene.width / scene.height)).toBeLessThan(0.02)
    const key = image_url.slice('/photos/'.length)
    for (const ending of ['-320.avif', '-1280.jpg']) await expectUpright(key + ending)
  }
})
