import { type Canvas, jpegOf } from '#web/platform/ui/pictures/jpeg-of.ts'

/** Longest side in pixels. The largest variant that the server makes is no larger. */
const SIDE_MAX = 1920
const JPEG_QUALITY = 0.85
const PREVIEW_SIDE = 480
const PREVIEW_QUALITY = 0.7
/** Reducing smaller files saves less than it costs. */
const WORTH_BYTES = 200 * 1024

export interface ReducedPhoto {
  file: Blob
  /** A small picture to show while the photo is sent, or null if the browser cannot read the file. */
  preview: Blob | null
}

/** Width and height with the longer side at most `most`. */
export function fitSize({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function createCanvas(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

async function drawScaled(picture: ImageBitmap | Canvas, side: number, quality: number) {
  const { width, height } = fitSize(picture, side)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null
  if (!context) throw new Error('The browser has no canvas')
  context.imageSmoothingQuality = 'high'
  // White background for transparent pictures.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return { canvas, file: await jpegOf(canvas, quality) }
}

/**
 * Draws a photo upright and without its metadata, such as the place. Returns the original if the result is not smaller.
 */
export async function reduceHere(file: Blob): Promise<ReducedPhoto> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    // The server reads more kinds of files, and explains the problem with this one.
    return { file, preview: null }
  }
  try {
    const reduced = await drawScaled(picture, SIDE_MAX, JPEG_QUALITY)
    const preview = await drawScaled(reduced.canvas, PREVIEW_SIDE, PREVIEW_QUALITY)
    const isWorth = file.size > WORTH_BYTES && reduced.file.size < file.size
    return { file: isWorth ? reduced.file : file, preview: preview.file }
  } catch {
    return { file, preview: null }
  } finally {
    picture.close()
  }
}
