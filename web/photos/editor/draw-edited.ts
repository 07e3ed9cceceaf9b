import { type Adjustments, adjustPixels, isUnchanged } from './adjust-pixels.ts'
import { fitSize } from '#web/photos/picking/draw-photo.ts'
import { jpegOf } from '#web/platform/ui/pictures/jpeg-of.ts'

/** JPEG quality of edited photos (SPEC 5). */
const EDITED_JPEG_QUALITY = 0.9
/** Longest side of any photo that is sent. */
const EDITED_SIDE_MAX = 1920

/** Draws the edited picture with a longer side of at most `side` and resizes the canvas to fit. */
export function drawEdited(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  adjustments: Adjustments,
  side: number,
): void {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return
  const { width, height } = fitSize(picture, side)
  const isSideways = adjustments.turns % 2 === 1
  canvas.width = isSideways ? height : width
  canvas.height = isSideways ? width : height
  context.imageSmoothingQuality = 'high'
  // White background for transparent pictures.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((adjustments.turns * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  if (isUnchanged({ ...adjustments, turns: 0 })) return
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  adjustPixels(image.data, adjustments)
  context.putImageData(image, 0, 0)
}

export async function editedFile(picture: ImageBitmap, adjustments: Adjustments): Promise<Blob> {
  const canvas = document.createElement('canvas')
  drawEdited(canvas, picture, adjustments, EDITED_SIDE_MAX)
  return jpegOf(canvas, EDITED_JPEG_QUALITY)
}
