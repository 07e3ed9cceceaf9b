/** A chosen square. `zoom` 1 takes the picture's whole shorter side; `x` and `y` are from 0 to 1. */
export interface Crop {
  zoom: number
  x: number
  y: number
}

interface Size {
  width: number
  height: number
}

export const ZOOM_MAX = 4
export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 }

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  return { left: (width - side) * x, top: (height - side) * y, side }
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))
const moved = (position: number, by: number, room: number) =>
  room > 0 ? clamp(position + by / room) : position

/**
 * The crop after the picture was dragged by some pixels in a view of the square that is `view` pixels wide.
 */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }, view: number): Crop {
  const { side } = squareOf(size, crop)
  const scale = side / view
  return {
    ...crop,
    x: moved(crop.x, -by.x * scale, size.width - side),
    y: moved(crop.y, -by.y * scale, size.height - side),
  }
}
