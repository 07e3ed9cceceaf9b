import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sharp } from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Maximum width and height of the searched picture; a code of a tenth of its width is still read. */
const SIDE = 1024
const MOST_CODES = 3
/** Longer texts are neither an address nor the number of a wallet. */
const MOST_CHARACTERS = 500

/**
 * The reader is loaded from the package's folder; by default the package would fetch it from another company's
 * server.
 */
const wasmBinary = new Uint8Array(
  readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
).buffer

/** Cuts a text and repairs half surrogate pairs, which the database refuses. */
const storable = (text: string) => text.slice(0, MOST_CHARACTERS).toWellFormed()

/** Reads the texts of the QR codes in a picture. */
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
