import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { qrPicture } from '#testing/pictures/qr-picture.ts'
import { readCodes } from './read-codes.ts'

const LINK = 'https://pay.example-wallet.com/p/9f8d7c6b5a'
const PHOTOS = path.join(import.meta.dirname, '../../../demo/photos')
/** Every sixth photo of the demo. */
const photos = readdirSync(PHOTOS)
  .filter((name) => /\.(?:jpg|webp)$/.test(name))
  .filter((_, index) => index % 6 === 0)

it.each([
  { size: 130, degrees: 0 },
  { size: 130, degrees: 90 },
  { size: 200, degrees: 17 },
  { size: 300, degrees: 45 },
  { size: 600, degrees: 180 },
])('reads a code of $size pixels, turned by $degrees degrees', async (look) => {
  expect(await readCodes(sharp(await qrPicture(LINK, look)))).toEqual([LINK])
})

it('reads a light code on a dark background', async () => {
  const negative = await sharp(await qrPicture(LINK))
    .negate()
    .jpeg()
    .toBuffer()
  expect(await readCodes(sharp(negative))).toEqual([LINK])
})

it('finds no code in ordinary photos, mirrored or not', async () => {
  expect(photos.length).toBeGreaterThan(15)
  for (const name of photos) {
    const { data, info } = await sharp(path.join(PHOTOS, name))
      .resize({ width: 1024, height: 1024, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const image = () => sharp(data, { raw: info })
    for (const each of [image(), image().flop()]) expect(await readCodes(each), name).toEqual([])
  }
})

it('cuts a long text without splitting a character', async () => {
  const long = `${'a'.repeat(499)}😀`
  expect(await readCodes(sharp(await qrPicture(long, { size: 600 })))).toEqual([`${'a'.repeat(499)}\uFFFD`])
})
