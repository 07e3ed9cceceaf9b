import QRCode from 'qrcode'
import sharp from 'sharp'
import { plainPicture } from './pictures.ts'

interface QrPicture {
  /** Size of the code in pixels; the picture is 1280 wide. */
  size?: number
  degrees?: number
}

/** A photo that contains a QR code. */
export async function qrPicture(text: string, { size = 300, degrees = 0 }: QrPicture = {}): Promise<Buffer> {
  const code = await QRCode.toBuffer(text, { width: size, margin: 4 })
  const input = await sharp(code).rotate(degrees, { background: '#fff' }).png().toBuffer()
  const picture = await plainPicture(1280, 960).png().toBuffer()
  return sharp(picture)
    .composite([{ input, left: 220, top: 160 }])
    .jpeg()
    .toBuffer()
}
