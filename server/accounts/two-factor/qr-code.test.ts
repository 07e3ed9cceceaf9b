import qrcode from 'qrcode'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { qrPath } from './qr-code.ts'

it('qrPath draws the same picture as the library', async () => {
  const text =
    'otpauth://totp/Sankofa:ama%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sankofa'
  const { size, path } = await qrPath(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  const ours = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer()
  const theirs = await qrcode.toBuffer(text, { errorCorrectionLevel: 'M', margin: 4, scale: 1 })
  expect(ours.equals(await sharp(theirs).flatten().greyscale().raw().toBuffer())).toBe(true)
  // The path should stay smaller than a QR library, because mobile data is costly.
  expect(path.length).toBeLessThan(12_000)
})
