import QRCode from 'qrcode'
import sharp from 'sharp'
import { plainPicture } from './pictures.ts'

interface QrPicture {
  /** Size of the code in pixels. */
  size?: number
  degrees?: number
  width?: number
}

/** A small photo, which is prepared in a tenth of the time. */
export const SMALL = { size: 160, width: 320 }

/** A photo that contains a QR code. */
export async function qrPicture(
  text: string,
  { size = 300, degrees = 0, width = 1280 }: QrPicture = {},
): Promise<Buffer> {
  const code = await QRCode.toBuffer(text, { width: size, margin: 4 })
  const input = await sharp(code).rotate(degrees, { background: '#fff' }).png().toBuffer()
  const picture = await plainPicture(width, width * 0.75)
    .png()
    .toBuffer()
  return sharp(picture)
    .composite([{ input, left: Math.round(width / 6), top: width / 8 }])
    .jpeg()
    .toBuffer()
}
