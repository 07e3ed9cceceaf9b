import { type Canvas, jpegOf } from '#web/platform/ui/pictures/jpeg-of.ts'

/** Nobody sees more of a photo: the largest file that is made of it is smaller. */
const SIDE_MAX = 1920
const JPEG_QUALITY = 0.85
const PREVIEW_SIDE = 480
const PREVIEW_QUALITY = 0.7
/** Below it, reducing saves less than it takes. */
const WORTH_BYTES = 200 * 1024

export interface ReducedPhoto {
  file: Blob
  /** A small picture to show meanwhile, or null where the browser cannot read the file. */
  preview: Blob | null
}

/** Width and height with the longer side at most `most`. */
export function fitted({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function canvasOf(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

async function drawn(picture: ImageBitmap | Canvas, side: number, quality: number) {
  const { width, height } = fitted(picture, side)
  const canvas = canvasOf(width, height)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('The browser has no canvas')
  context.imageSmoothingQuality = 'high'
  // Under what is transparent.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return { canvas, file: await jpegOf(canvas, quality) }
}

/** Upright and without any data about the place, since only its pixels are drawn; as it came if that is not smaller. */
export async function reduceHere(file: Blob): Promise<ReducedPhoto> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    // The server knows more kinds of files, and says what is wrong with this one.
    return { file, preview: null }
  }
  try {
    const reduced = await drawn(picture, SIDE_MAX, JPEG_QUALITY)
    const preview = await drawn(reduced.canvas, PREVIEW_SIDE, PREVIEW_QUALITY)
    const isWorth = file.size > WORTH_BYTES && reduced.file.size < file.size
    return { file: isWorth ? reduced.file : file, preview: preview.file }
  } catch {
    return { file, preview: null }
  } finally {
    picture.close()
  }
}
