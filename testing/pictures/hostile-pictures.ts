import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { jpegClaiming, pngClaiming, withJpegSegment, withPngChunk } from './picture-bytes.ts'
import { plainPicture } from './pictures.ts'

/** Marks data that a stored picture must not contain. */
export const TRACE = 'trace-of-the-owner'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><script>${TRACE}</script><rect width="40" height="40"/></svg>`
const HTML = `<!doctype html><script>alert('${TRACE}')</script>`
const TEN_MEGABYTES = 10 * 1024 * 1024

/** Different in each corner, so that a truncation is noticed. */
const noisy = (width = 160, height = 120) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0, value = 7; at < pixels.length; at++) pixels[at] = value = (value * 73 + 41) & 0xff
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}
const jpeg = () => noisy().jpeg().toBuffer()
const png = () => noisy().png().toBuffer()
const webp = () => noisy().webp().toBuffer()
const gif = () => noisy().gif().toBuffer()
const tall = (frames: number) =>
  sharp({
    create: { width: 40, height: 40 * frames, channels: 3, background: '#e00000', pageHeight: 40 },
  } as never)

const part = async (bytes: Promise<Buffer>, share: number) => {
  const whole = await bytes
  return whole.subarray(0, Math.floor(whole.length * share))
}
const padded = async (bytes: Promise<Buffer>, size: number) => {
  const whole = await bytes
  return Buffer.concat([whole, Buffer.alloc(size - whole.length)])
}
const withTail = async (bytes: Promise<Buffer>, tail: string) =>
  Buffer.concat([await bytes, Buffer.from(tail)])
const text = (content: string) => async () => Buffer.from(content)

export type Fate = 'ready' | `picture-${string}`
type Case = [name: string, bytes: () => Promise<Buffer>, fate: Fate, fileName?: string]

const NO_PICTURE: Case[] = [
  ['nothing', text(''), 'picture-not-an-image'],
  ['one byte', async () => Buffer.from([0xff]), 'picture-not-an-image'],
  ['HTML as jpeg', text(HTML), 'picture-not-an-image'],
  ['HTML behind a byte order mark', text(`\ufeff${HTML}`), 'picture-not-an-image'],
  ['plain text', text('Just a line of text.'), 'picture-not-an-image'],
  ['JSON', text('{"width":1}'), 'picture-not-an-image'],
  ['a PHP script', text('<?php system($_GET["c"]);'), 'picture-not-an-image'],
  ['a shell script', text('#!/bin/sh\nrm -rf /'), 'picture-not-an-image'],
  ['PostScript', text('%!PS-Adobe-3.0\n(%pipe%id) (w) file'), 'picture-not-an-image'],
  ['an ImageMagick script', text("push graphic-context\nfill 'url(https://x/)'"), 'picture-not-an-image'],
  ['a PDF', text('%PDF-1.7\n1 0 obj'), 'picture-not-an-image'],
  ['a ZIP', async () => Buffer.from('504b0304140000000800', 'hex'), 'picture-not-an-image'],
  ['a program', async () => Buffer.from('7f454c460201010000', 'hex'), 'picture-not-an-image'],
  ['a video', text('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41'), 'picture-not-an-image'],
  ['a compressed SVG', async () => gzipSync(SVG), 'picture-not-an-image'],
  ['a portable pixmap', text('P6\n2 2\n255\n............'), 'picture-not-an-image'],
  ['zeros', async () => Buffer.alloc(1_000_000), 'picture-not-an-image'],
  ['SVG as png', text(SVG), 'picture-unsupported-type', 'picture.png'],
  ['SVG with a prolog', text(`<?xml version="1.0"?>\n${SVG}`), 'picture-unsupported-type'],
  ['SVG behind blanks', text(`\n\t ${SVG.replace('svg', 'SVG')}`), 'picture-unsupported-type'],
  ['a HEIC', text('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'picture-unsupported-type', 'IMG_0001.jpg'],
  ['an AVIF', () => noisy(64, 64).avif({ effort: 0 }).toBuffer(), 'picture-unsupported-type'],
  ['a TIFF', () => noisy(64, 64).tiff().toBuffer(), 'picture-unsupported-type'],
  ['a BMP', async () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'picture-unsupported-type'],
  ['an icon', async () => Buffer.from('000001000100101000000100', 'hex'), 'picture-unsupported-type'],
  ['a JPEG XL', async () => Buffer.from('ff0a7f0a0000', 'hex'), 'picture-unsupported-type'],
]

const DAMAGED: Case[] = [
  ['a JPEG of three bytes', async () => Buffer.from('ffd8ff', 'hex'), 'picture-damaged'],
  ['a JPEG cut in its header', async () => (await jpeg()).subarray(0, 200), 'picture-damaged'],
  ['a JPEG cut in the middle', () => part(jpeg(), 0.5), 'picture-damaged'],
  ['a JPEG cut near its end', () => part(jpeg(), 0.95), 'picture-damaged'],
  ['a PNG cut in its header', async () => (await png()).subarray(0, 30), 'picture-damaged'],
  ['a PNG cut in the middle', () => part(png(), 0.5), 'picture-damaged'],
  ['a PNG with a wrong sum', async () => (await png()).fill(0, 300, 500), 'picture-damaged'],
  ['a WebP cut in the middle', () => part(webp(), 0.5), 'picture-damaged'],
  ['a WebP that is HTML', text(`RIFF\x20\0\0\0WEBP${HTML}`), 'picture-damaged', 'a.webp'],
  ['a GIF cut in its header', async () => (await gif()).subarray(0, 12), 'picture-damaged'],
  ['a GIF that is a script', text(`GIF89a/*${'x'.repeat(40)}*/=1;alert(1)`), 'picture-damaged', 'a.gif'],
  [
    'a PNG that begins as a JPEG',
    async () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), await png()]),
    'picture-damaged',
  ],
]

const BOMBS: Case[] = [
  ['a PNG of 1.6 gigapixels', async () => pngClaiming(40_000, 40_000), 'picture-too-many-pixels'],
  ['a PNG of 60 megapixels', async () => pngClaiming(10_000, 6000), 'picture-too-many-pixels'],
  [
    'a JPEG of 4 gigapixels',
    async () => jpegClaiming(await jpeg(), 65_500, 65_500),
    'picture-too-many-pixels',
  ],
  [
    'a GIF of 4 gigapixels',
    async () => Buffer.concat([Buffer.from('GIF89a\xff\xff\xff\xff\0\0\0', 'latin1'), await gif()]),
    'picture-damaged',
  ],
  [
    'a PNG that unpacks to 200 MB of text',
    async () =>
      withPngChunk(
        await png(),
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(200_000_000), { level: 1 })]),
      ),
    'ready',
  ],
  ['one byte more than 10 MB', () => padded(jpeg(), TEN_MEGABYTES + 1), 'picture-too-large'],
  ['exactly 10 MB', () => padded(jpeg(), TEN_MEGABYTES), 'ready'],
]

const SMUGGLING: Case[] = [
  ['a JPEG with HTML behind it', () => withTail(jpeg(), HTML), 'ready'],
  ['a PNG with a ZIP behind it', () => withTail(png(), `PK\x03\x04${TRACE}`), 'ready'],
  ['a GIF with a script behind it', () => withTail(gif(), HTML), 'ready', 'a.gif'],
  ['a script in a comment', async () => withJpegSegment(await jpeg(), 0xfe, Buffer.from(HTML)), 'ready'],
  [
    'a script in a PNG text',
    async () => withPngChunk(await png(), 'tEXt', Buffer.from(`a\0${HTML}`)),
    'ready',
  ],
  [
    'IPTC and thumbnails of an editor',
    async () => withJpegSegment(await jpeg(), 0xed, Buffer.from(`Photoshop 3.0\0${TRACE}`)),
    'ready',
  ],
  [
    'XMP',
    async () =>
      withJpegSegment(
        await jpeg(),
        0xe1,
        Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${TRACE}</x:xmpmeta>`),
      ),
    'ready',
  ],
  ['XMP in a WebP', () => noisy().withXmp(`<x>${TRACE}</x>`).webp().toBuffer(), 'ready', 'a.webp'],
  [
    'EXIF with place, owner and orientation',
    () =>
      noisy()
        .withExif({ IFD0: { Artist: TRACE }, IFD3: { GPSLatitude: '5/1 36/1 0/1', GPSLatitudeRef: 'N' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    'ready',
  ],
  [
    'EXIF in a PNG',
    () =>
      noisy()
        .withExif({ IFD0: { Artist: TRACE } })
        .png()
        .toBuffer(),
    'ready',
  ],
  [
    'EXIF that is nonsense',
    async () => withJpegSegment(await jpeg(), 0xe1, Buffer.from(`Exif\0\0MM\0*\xff\xff\xff\xff${TRACE}`)),
    'ready',
  ],
]

const UNUSUAL: Case[] = [
  ['a JPEG in CMYK', () => noisy().toColourspace('cmyk').jpeg().toBuffer(), 'ready'],
  ['a grey JPEG', () => noisy().greyscale().jpeg().toBuffer(), 'ready'],
  ['a progressive JPEG', () => noisy().jpeg({ progressive: true }).toBuffer(), 'ready'],
  ['a PNG of 16 bits', () => noisy().toColourspace('rgb16').png().toBuffer(), 'ready', 'a.png'],
  ['a PNG with a palette', () => noisy().png({ palette: true }).toBuffer(), 'ready', 'a.png'],
  [
    'a PNG that is all transparent',
    () => plainPicture(40, 40, { r: 0, g: 0, b: 0, alpha: 0 }, 4).png().toBuffer(),
    'ready',
  ],
  ['an animated GIF', () => tall(60).gif().toBuffer(), 'ready', 'a.gif'],
  ['an animated WebP', () => tall(60).webp().toBuffer(), 'ready', 'a.webp'],
  ['one pixel', () => plainPicture(1, 1).jpeg().toBuffer(), 'ready'],
  ['a wide ribbon', () => plainPicture(12_000, 8).png().toBuffer(), 'ready'],
  ['a high ribbon', () => plainPicture(8, 12_000).png().toBuffer(), 'ready'],
  ['a PNG that says it is a JPEG', png, 'ready', 'IMG_0001.jpg'],
  ['a picture called as a program', jpeg, 'picture-name', 'picture.php'],
  ['a picture with two endings', jpeg, 'picture-name', 'picture.jpg.svg'],
  ['a picture called with a path', jpeg, 'picture-name', '../../picture.jpg'],
]

export const HOSTILE_PICTURES: Case[] = [...NO_PICTURE, ...DAMAGED, ...BOMBS, ...SMUGGLING, ...UNUSUAL]
