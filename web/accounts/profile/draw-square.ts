import { jpegOf } from '#web/platform/ui/pictures/jpeg-of.ts'
import { type Crop, squareOf } from './crop.ts'

/** Larger than any file that the server makes of the picture, yet a tenth of a camera's picture. */
const SENT_PIXELS = 512
const JPEG_QUALITY = 0.9

export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { left, top, side } = squareOf(picture, crop)
  const { width, height } = canvas
  context.imageSmoothingQuality = 'high'
  // The background behind transparent areas.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, left, top, side, side, 0, 0, width, height)
}

export async function squareFile(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SENT_PIXELS
  canvas.height = SENT_PIXELS
  drawSquare(canvas, picture, crop)
  return jpegOf(canvas, JPEG_QUALITY)
}
