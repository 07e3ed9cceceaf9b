import { join } from 'node:path'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import {
  SHARE_PICTURE_BYTES_MAX,
  SHARE_PICTURES,
  type SharePicture,
} from '#contract/sharing/share-pictures.ts'
import { decode, imageOf } from './encode-photo.ts'
import type { DrawnPicture } from './image.ts'
import { type ShareTexts, unpackShareOrder } from './share-order.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A text in its box, drawn smaller if it would not fit. */
interface TextBox extends Box {
  size: number
  bold?: true
  colour?: string
}

interface Layout {
  photo: Box
  strip: Box
  qr: Box
  texts: Record<'siteName' | 'title' | 'price' | 'area' | 'link', TextBox>
}

const INK = '#1f2937'
const MUTED = '#5b6472'
const BLUE = '#1d4ed8'
const SAND = '#faf7f2'
const GOLD = '#d9a521'

const LAYOUTS: Record<SharePicture, Layout> = {
  preview: {
    photo: { left: 0, top: 0, width: 630, height: 630 },
    strip: { left: 630, top: 0, width: 10, height: 630 },
    qr: { left: 1000, top: 430, width: 160, height: 160 },
    texts: {
      siteName: { left: 680, top: 44, width: 480, height: 40, size: 32, bold: true, colour: BLUE },
      title: { left: 680, top: 112, width: 480, height: 190, size: 46, bold: true },
      price: { left: 680, top: 326, width: 480, height: 70, size: 58, bold: true },
      area: { left: 680, top: 430, width: 300, height: 80, size: 30, colour: MUTED },
      link: { left: 680, top: 530, width: 300, height: 60, size: 20, colour: MUTED },
    },
  },
  status: {
    photo: { left: 0, top: 190, width: 1080, height: 940 },
    strip: { left: 0, top: 1130, width: 1080, height: 14 },
    qr: { left: 60, top: 1600, width: 240, height: 240 },
    texts: {
      siteName: { left: 60, top: 90, width: 960, height: 70, size: 56, bold: true, colour: BLUE },
      price: { left: 60, top: 1180, width: 960, height: 110, size: 92, bold: true },
      title: { left: 60, top: 1310, width: 960, height: 180, size: 58, bold: true },
      area: { left: 60, top: 1510, width: 960, height: 60, size: 42, colour: MUTED },
      link: { left: 340, top: 1680, width: 680, height: 120, size: 34, colour: MUTED },
    },
  },
}

/**
 * Roboto with Latin letters, including those of Twi and Ewe. It is part of the repository, because servers in
 * containers have no fonts.
 */
const fontFile = (bold: boolean | undefined) =>
  join(import.meta.dirname, 'fonts', bold ? 'roboto-bold.ttf' : 'roboto-regular.ttf')

const QUALITIES = [82, 70, 58, 46, 30]
const SMALLER = 0.85

/** Draws a picture for sharing from a packed order. Throws `ImageRefused` if the photo cannot be used. */
export async function drawShare(packed: Uint8Array): Promise<DrawnPicture> {
  const { texts, photo } = unpackShareOrder(packed)
  const layout = LAYOUTS[texts.kind]
  const drawn = await sharp({
    create: { ...SHARE_PICTURES[texts.kind], channels: 3, background: SAND },
  })
    .composite([
      photo ? await photoIn(layout.photo, photo) : plain(layout.photo, BLUE),
      plain(layout.strip, GOLD),
      await qrIn(layout.qr, texts.url),
      ...(await textsIn(layout, texts)),
    ])
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (const quality of QUALITIES) {
    const bytes = await imageOf(drawn).jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length < SHARE_PICTURE_BYTES_MAX) return { bytes }
  }
  throw new Error('The picture for sharing is too large')
}

const plain = ({ left, top, width, height }: Box, background: string): OverlayOptions => ({
  input: { create: { width, height, channels: 3, background } },
  left,
  top,
})

async function photoIn({ left, top, width, height }: Box, bytes: Uint8Array): Promise<OverlayOptions> {
  const { data, info } = await imageOf(await decode(bytes))
    .resize({ width, height, fit: 'cover' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: info, left, top }
}

async function qrIn({ left, top, width, height }: Box, url: string): Promise<OverlayOptions> {
  const { default: qrcode } = await import('qrcode')
  const { size, data } = qrcode.create(url, { errorCorrectionLevel: 'M' }).modules
  const input = await sharp(Buffer.from(data.map((isDark) => (isDark ? 0 : 255))), {
    raw: { width: size, height: size, channels: 1 },
  })
    // Cameras need a quiet zone around the code.
    .extend({ top: 4, bottom: 4, left: 4, right: 4, background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const enlarged = await imageOf(input)
    .resize({ width, height, kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: enlarged.data, raw: enlarged.info, left, top }
}

async function textsIn({ texts: boxes }: Layout, texts: ShareTexts): Promise<OverlayOptions[]> {
  const words = { ...texts, link: texts.url.replace(/^https?:\/\//, '') }
  const names = ['siteName', 'title', 'price', 'area', 'link'] as const
  const drawn: OverlayOptions[] = []
  for (const name of names) {
    const text = drawable(words[name])
    if (text) drawn.push(await textIn(boxes[name], text))
  }
  return drawn
}

/** Removes characters that the font lacks, which would appear as boxes. */
const drawable = (text: string): string =>
  text
    .replace(/[^\p{Script=Latin}\p{Nd}\p{Sc}\u0020-\u007e\u00a0-\u00ff\u2010-\u2027]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => MARKUP[sign] ?? '')

async function textIn(box: TextBox, text: string): Promise<OverlayOptions> {
  const { left, top, width, height, bold, colour = INK } = box
  for (let size = box.size; ; size *= SMALLER) {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="${colour}">${escaped(text)}</span>`,
        font: `Roboto${bold ? ' Bold' : ''} ${Math.round(size)}`,
        fontfile: fontFile(bold),
        width,
        wrap: 'word-char',
        dpi: 72,
        rgba: true,
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (info.height <= height && info.width <= width) return { input: data, raw: info, left, top }
  }
}
