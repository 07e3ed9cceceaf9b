import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** So wide and high is the grey picture that is looked through, at most: a code of a tenth of it is still read. */
const SIDE = 1024
const MOST_CODES = 3
/** More is no address and no number of a wallet. */
const MOST_CHARACTERS = 500

/** The reader of the package's own folder; by itself the package would fetch it from a server of others. */
const wasmBinary = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
).buffer

/** The database takes no half of a character. */
const storable = (text: string) => text.slice(0, MOST_CHARACTERS).toWellFormed()

/** What the QR codes in a picture say. */
export async function readCodes(image: Sharp): Promise<string[]> {
  // The package loads the same binary only once.
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { data, info } = await image
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
    colorSpace: 'srgb' as const,
  }
  const found = await readBarcodes(pixels as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: MOST_CODES,
  })
  return found.map(({ text }) => storable(text)).filter((text) => text.trim() !== '')
}
