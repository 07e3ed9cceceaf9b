import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** A picture and its size. */
export interface SizedPicture {
  bytes: Uint8Array
  width: number
  height: number
}

const edge = (width: number) => Math.round(width * 0.08)

function cropped({ bytes, width, height }: SizedPicture, left: number, top: number, share: number): Sharp {
  return sharp(bytes).extract({
    left: Math.round(width * left),
    top: Math.round(height * top),
    width: Math.floor(width * share),
    height: Math.floor(height * share),
  })
}

const bordered = ({ bytes, width }: SizedPicture, background: string): Sharp =>
  sharp(bytes).extend({
    top: edge(width),
    bottom: edge(width),
    left: edge(width),
    right: edge(width),
    background,
  })

const SCREEN = { width: 480, height: 1040 }

/** An app's lines of text, drawn as blocks. */
function linesOfText(from: number, to: number, ink: string): string {
  const lines: string[] = []
  for (let y = from, line = 0; y < to; y += 30, line++) {
    for (let x = 20, word = line; x < 430 - (line % 3) * 80; x += 40 + (word % 4) * 12, word++)
      lines.push(`<rect x="${x}" y="${y}" width="${22 + (word % 4) * 11}" height="5" fill="${ink}"/>`)
  }
  return lines.join('')
}

interface ScreenLook {
  background: string
  ink: string
  /** Margin between the picture and the screen's sides. */
  margin: number
  /** Undefined centres it, as in a gallery. */
  top?: number
}

async function screenshot({ bytes }: SizedPicture, look: ScreenLook): Promise<Sharp> {
  const shown = await sharp(bytes)
    .resize({ width: SCREEN.width - 2 * look.margin, height: 734, fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const top = look.top ?? Math.round((SCREEN.height - shown.info.height) / 2)
  const below = top + shown.info.height + 20
  const texts = [
    linesOfText(10, 20, look.ink),
    look.top === undefined ? '' : linesOfText(below, SCREEN.height - 134, look.ink),
    `<rect x="20" y="${SCREEN.height - 74}" width="440" height="46" rx="13" fill="#1d4ed8"/>`,
  ].join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="1040">${texts}</svg>`
  return sharp({ create: { ...SCREEN, channels: 3, background: look.background } }).composite([
    { input: Buffer.from(svg), left: 0, top: 0 },
    { input: shown.data, left: Math.round((SCREEN.width - shown.info.width) / 2), top },
  ])
}

const TAKEN = 800

/** A picture among three others, without gaps. */
async function collage({ bytes }: SizedPicture): Promise<Sharp> {
  const half = TAKEN / 2
  const part = await sharp(bytes).resize(half, half, { fit: 'cover' }).toBuffer()
  const squares = ['#f0f', '#0a4', '#fa0'].map((ink, index) => ({
    input: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${half}" height="${half}"><rect width="100%" height="100%" fill="${ink}"/><circle cx="${120 + index * 40}" cy="180" r="${60 + index * 30}" fill="#fff"/></svg>`,
    ),
    left: index === 1 ? 0 : half,
    top: index === 0 ? 0 : half,
  }))
  return sharp({ create: { width: TAKEN, height: TAKEN, channels: 3, background: '#fff' } }).composite([
    { input: part, left: 0, top: 0 },
    ...squares,
  ])
}

const banner = ({ bytes, width, height }: SizedPicture): Sharp =>
  sharp(bytes).composite([
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect y="${height * 0.82}" width="100%" height="18%" fill="#e11"/><g transform="translate(0 ${height * 0.86})">${linesOfText(0, height * 0.1, '#fff')}</g></svg>`,
      ),
    },
  ])

/** Typical changes of a photo that passes through other people's phones. */
export const COPIES: Record<string, (picture: SizedPicture) => Sharp | Promise<Sharp>> = {
  'mirror image': ({ bytes }) => sharp(bytes).flop(),
  'without 5 % at each edge': (picture) => cropped(picture, 0.05, 0.05, 0.9),
  'without 5 % at two edges': (picture) => cropped(picture, 0.05, 0.05, 0.95),
  'cropped somewhere': (picture) => cropped(picture, 0.02, 0.04, 0.95),
  'mirrored and cropped': ({ width, height, bytes }) =>
    cropped({ width, height, bytes }, 0.03, 0.01, 0.95).flop(),
  'small and compressed': ({ bytes }) => sharp(bytes).resize(320),
  brighter: ({ bytes }) => sharp(bytes).modulate({ brightness: 1.15, saturation: 1.2 }),
  'with a white border': (picture) => bordered(picture, '#fff'),
  'with a red border': (picture) => bordered(picture, '#c03040'),
  'in a light app': (picture) => screenshot(picture, { background: '#fff', ink: '#222', margin: 0, top: 94 }),
  'in a dark app': (picture) =>
    screenshot(picture, { background: '#121212', ink: '#eee', margin: 0, top: 80 }),
  'in an app with margins': (picture) =>
    screenshot(picture, { background: '#fff', ink: '#222', margin: 21, top: 113 }),
  'turned right': ({ bytes }) => sharp(bytes).rotate(90),
  'upside down': ({ bytes }) => sharp(bytes).rotate(180),
  'turned left': ({ bytes }) => sharp(bytes).rotate(270),
  'turned and mirrored': ({ bytes }) => sharp(bytes).rotate(90).flop(),
  'without 15 % at each edge': (picture) => cropped(picture, 0.15, 0.15, 0.7),
  'with a banner': banner,
  'in a collage': collage,
  'in a gallery': (picture) => screenshot(picture, { background: '#000', ink: '#eee', margin: 0 }),
}
