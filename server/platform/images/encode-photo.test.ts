import sharp from 'sharp'
import { thumbHashToRGBA } from 'thumbhash'
import { pngClaiming } from '#testing/pictures/picture-bytes.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { createImageProcessor } from './image-processor.ts'
import type { ProcessedImage } from './image.ts'

const processor = createImageProcessor({ lowPriority: false })
afterAll(() => processor.close())

/** The left half is dark and the right half light, which shows the orientation. */
const darkLeft = (width: number, height: number) =>
  plainPicture(width, height, '#fff').composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#102030' } }, gravity: 'west' },
  ])

const fileOf = (image: ProcessedImage, suffix: string) =>
  image.files.find((file) => file.suffix === suffix)!.bytes as Buffer

async function pixelOf(bytes: Uint8Array, left: number, top: number) {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  return [...pixel]
}

function expectNear(actual: number[], expected: number[], within = 8) {
  expect(actual).toHaveLength(expected.length)
  const difference = Math.max(...actual.map((value, index) => Math.abs(value - (expected[index] ?? 0))))
  expect(difference).toBeLessThanOrEqual(within)
}

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'

describe('a photo', () => {
  test('becomes three widths in two types, with a preview and a hash', async () => {
    const image = await processor.process(await darkLeft(2000, 1500).jpeg().toBuffer())
    expect(image).toMatchObject({ width: 1280, height: 960 })
    expect(image.files.map(({ suffix, contentType }) => `${suffix} ${contentType}`)).toEqual([
      '-320.avif image/avif',
      '-320.jpg image/jpeg',
      '-640.avif image/avif',
      '-640.jpg image/jpeg',
      '-1280.avif image/avif',
      '-1280.jpg image/jpeg',
    ])
    for (const { suffix, bytes } of image.files) {
      const { format, compression, width, height } = await sharp(bytes).metadata()
      const expected = Number(suffix.match(/\d+/)![0])
      expect([width, height]).toEqual([expected, expected * 0.75])
      expect(suffix.endsWith('.avif') ? compression : format).toBe(suffix.endsWith('.avif') ? 'av1' : 'jpeg')
    }
    const preview = thumbHashToRGBA(Buffer.from(image.thumbhash, 'base64'))
    expect(preview.w).toBeGreaterThan(preview.h)
    expect(preview.rgba[0]!).toBeLessThan(100)
    expect(preview.rgba[(preview.w - 1) * 4]!).toBeGreaterThan(180)
  })

  test('is never enlarged, but has a file for every width', async () => {
    const image = await processor.process(await plainPicture(500, 400).webp().toBuffer())
    expect(image).toMatchObject({ width: 500, height: 400 })
    expect(await sharp(fileOf(image, '-320.jpg')).metadata()).toMatchObject({ width: 320, height: 256 })
    expect(await sharp(fileOf(image, '-640.jpg')).metadata()).toMatchObject({ width: 500, height: 400 })
    expect(await sharp(fileOf(image, '-1280.avif')).metadata()).toMatchObject({ width: 500, height: 400 })
  })

  test('may have a single pixel', async () => {
    const image = await processor.process(await plainPicture(1, 1).png().toBuffer())
    expect(image).toMatchObject({ width: 1, height: 1 })
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 0, 0), [20, 60, 200])
  })

  test('is limited in height', async () => {
    const image = await processor.process(await plainPicture(60, 20_000).png().toBuffer())
    expect(image.height).toBe(3840)
    expect((await sharp(fileOf(image, '-320.avif')).metadata()).height).toBe(960)
  })

  test('loses its metadata and is turned upright', async () => {
    const taken = await darkLeft(400, 200)
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '5/1 36/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    expect(taken.includes('Phone')).toBe(true)

    const image = await processor.process(taken)
    expect(image).toMatchObject({ width: 200, height: 400 })
    for (const { bytes } of image.files) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ exif, icc, xmp, iptc }).toEqual({})
      expect(orientation ?? 1).toBe(1)
      expect((bytes as Buffer).includes('Phone')).toBe(false)
    }
    // After the turn to the right, the dark left side is at the top.
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 100, 20), [16, 32, 48])
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 100, 380), [255, 255, 255])
  })

  test('is converted from CMYK to sRGB', async () => {
    const cmyk = await plainPicture(64, 64, '#c02020').toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const image = await processor.process(cmyk)
    const { space, channels } = await sharp(fileOf(image, '-1280.jpg')).metadata()
    expect({ space, channels }).toEqual({ space: 'srgb', channels: 3 })
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 32, 32), [192, 32, 32], 40)
  })

  test('is converted from wide colours to sRGB', async () => {
    const wide = await plainPicture(64, 64, '#20c020').withIccProfile('p3').png().toBuffer()
    const image = await processor.process(wide)
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 32, 32), [32, 192, 32], 12)
  })

  test('keeps its tones if it has 16 bits or is greyscale', async () => {
    const deep = await plainPicture(64, 64).toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expectNear(await pixelOf(fileOf(await processor.process(deep), '-1280.jpg'), 32, 32), [20, 60, 200])

    const grey = await plainPicture(64, 64, '#808080').toColourspace('b-w').png().toBuffer()
    expect((await sharp(grey).metadata()).channels).toBe(1)
    expectNear(await pixelOf(fileOf(await processor.process(grey), '-1280.jpg'), 32, 32), [128, 128, 128])
  })

  test('gets a white background if it is transparent', async () => {
    const clear = await plainPicture(64, 64, { r: 0, g: 0, b: 0, alpha: 0 }, 4).png().toBuffer()
    const image = await processor.process(clear)
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 32, 32), [255, 255, 255])
    expectNear(await pixelOf(fileOf(image, '-1280.avif'), 32, 32), [255, 255, 255])
  })

  test('shows its first frame if it is animated', async () => {
    const frames = await Promise.all(
      ['#d01010', '#10d010'].map((colour) => plainPicture(64, 64, colour).png().toBuffer()),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const image = await processor.process(gif)
    expect(image).toMatchObject({ width: 64, height: 64 })
    expectNear(await pixelOf(fileOf(image, '-1280.jpg'), 32, 32), [208, 16, 16])
  })

  test('loses data appended to its file', async () => {
    const jpeg = await plainPicture(64, 64).jpeg().toBuffer()
    const tail = Buffer.from('<script>alert(1)</script>PK\x03\x04')
    const image = await processor.process(Buffer.concat([jpeg, tail]))
    for (const { bytes } of image.files) expect((bytes as Buffer).includes('<script>')).toBe(false)
  })
})

describe("a picture's hash", () => {
  const distance = (a: bigint, b: bigint) =>
    BigInt.asUintN(64, a ^ b)
      .toString(2)
      .replaceAll('0', '').length

  test('survives re-encoding and differs for another picture', async () => {
    const slope = (gradient: string) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="800"><defs><linearGradient id="g" ${gradient}>
            <stop offset="0" stop-color="#000"/><stop offset="0.6" stop-color="#eee"/><stop offset="1" stop-color="#333"/>
          </linearGradient></defs><rect width="900" height="800" fill="url(#g)"/></svg>`,
        ),
      )
    const original = await processor.process(await slope('x2="1"').jpeg({ quality: 95 }).toBuffer())
    const again = await processor.process(await slope('x2="1"').resize(400).webp({ quality: 40 }).toBuffer())
    const mirrored = await processor.process(await slope('x2="1"').flop().png().toBuffer())
    expect(distance(original.dhash, again.dhash)).toBeLessThanOrEqual(8)
    expect(distance(original.dhash, mirrored.dhash)).toBeGreaterThanOrEqual(16)
    expect(BigInt.asIntN(64, original.dhash)).toBe(original.dhash)
  })
})

describe('a refused file', () => {
  test.each([
    ['text', 'not-an-image', Buffer.from('hello')],
    ['nothing', 'not-an-image', Buffer.alloc(0)],
    ['HTML named .jpg', 'not-an-image', Buffer.from('<!doctype html><title>x</title><script>1</script>')],
    ['SVG named .png', 'unsupported-type', Buffer.from(SVG)],
    ['SVG with a prologue', 'unsupported-type', Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    [
      'SVG behind a PNG signature',
      'damaged',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(SVG)]),
    ],
    ['SVG behind a GIF signature', 'damaged', Buffer.from(`GIF89a${SVG}`)],
    ['a JPEG start and no more', 'damaged', Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
    ['a PNG of 1,600 million pixels', 'too-many-pixels', pngClaiming(40_000, 40_000)],
    ['a PNG just beyond the limit', 'too-many-pixels', pngClaiming(10_000, 5001)],
    ['a PNG with less data than it claims', 'damaged', pngClaiming(5000, 5000)],
  ])('%s is refused: %s', async (_name, reason, bytes) => {
    await expect(processor.process(bytes)).rejects.toMatchObject({ name: 'ImageRefused', reason })
  })

  test('other picture types are refused as unsupported-type', async () => {
    const image = plainPicture(64, 64)
    for (const bytes of [await image.clone().tiff().toBuffer(), await image.clone().avif().toBuffer()]) {
      await expect(processor.process(bytes)).rejects.toMatchObject({ reason: 'unsupported-type' })
    }
  })

  test('a truncated JPEG is refused as damaged', async () => {
    const noise = sharp({
      create: {
        width: 800,
        height: 600,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
    const jpeg = await noise.jpeg().toBuffer()
    await expect(processor.process(jpeg.subarray(0, jpeg.length / 2))).rejects.toMatchObject({
      reason: 'damaged',
    })
  })
})
