import sharp from 'sharp'
import { expect, test } from 'vitest'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { encodeAvatar } from './encode-avatar.ts'

const sizes = async (bytes: Uint8Array) => {
  const { files } = await encodeAvatar(bytes)
  return Promise.all(
    files.map(async ({ suffix, bytes: file }) => {
      const { format, width, height } = await sharp(file).metadata()
      return [suffix, format, width, height]
    }),
  )
}

const EXPECTED = [
  ['-96.avif', 'heif', 96, 96],
  ['-96.jpg', 'jpeg', 96, 96],
  ['-256.avif', 'heif', 256, 256],
  ['-256.jpg', 'jpeg', 256, 256],
]

test.each([
  [900, 400],
  [300, 1000],
  [40, 40],
])('a picture of %i by %i becomes two squares', async (width, height) => {
  expect(await sizes(await plainPicture(width, height).png().toBuffer())).toEqual(EXPECTED)
})

test('a wide picture is cropped to its middle', async () => {
  const red = await plainPicture(200, 200, '#e00000').png().toBuffer()
  const wide = await plainPicture(600, 200, '#0000e0')
    .composite([{ input: red, left: 200, top: 0 }])
    .png()
    .toBuffer()
  const { files } = await encodeAvatar(wide)
  const { dominant } = await sharp(files[3]?.bytes).stats()
  expect(dominant.r).toBeGreaterThan(200)
  expect(dominant.b).toBeLessThan(60)
})

test('the metadata is removed', async () => {
  const bytes = await plainPicture(300, 300)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '5/1 33/1 0/1' } })
    .toBuffer()
  const { files } = await encodeAvatar(bytes)
  for (const file of files) {
    const { exif, xmp, iptc } = await sharp(file.bytes).metadata()
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
  }
})
