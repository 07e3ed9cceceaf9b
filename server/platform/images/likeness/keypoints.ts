import { gridOf, type SummedPicture } from './grey-picture.ts'

/** A spot that is found again in a picture's copies, with the half side of the square around it that is described. */
export interface Keypoint {
  x: number
  y: number
  radius: number
  /** Contrast of the spot, in greys. */
  contrast: number
}

/** Ratio of the sizes of two neighbouring levels. */
const STEP = 2 ** (1 / 3)
const LEVELS_MAX = 21
const LEVEL_SIDE_MIN = 24
/** Cells of a level from a keypoint to the edge of its square. */
const RADIUS = 11
/** Least contrast, in greys from 0 to 255. */
const CONTRAST_MIN = 1.5
/** Edges have a larger ratio of curvatures, and look alike everywhere (Lowe 2004, with r = 10). */
const EDGE_RATIO = 12
const NEIGHBOURHOOD = 2
/** Cells along each edge of a level, around which no square is inside the picture, with one to spare. */
const MARGIN = Math.floor(RADIUS / Math.sqrt(STEP)) - 1
/** Columns and rows of fields among which keypoints are spread. */
const FIELDS = 6
/** Share of its even part of the keypoints that a field may have. */
const FIELD_SHARE = 1.8

interface Level {
  width: number
  height: number
  /** Side of a cell in pixels. */
  cell: number
  /** Differences of Gaussians. */
  greys: Float64Array
}

/** Weights 1, 2 and 1 along a row; greys beyond an edge are those of the edge. */
function blurRow(from: Float64Array, start: number, to: Float64Array): void {
  const last = to.length - 1
  let before = from[start] as number
  let grey = before
  for (let x = 0; x < last; x += 1) {
    const after = from[start + x + 1] as number
    to[x] = (before + 2 * grey + after) * 0.25
    before = grey
    grey = after
  }
  to[last] = (before + 2 * grey + grey) * 0.25
}

/** Blurs in place, by the same weights along columns; rows are blurred one ahead. */
function blur(greys: Float64Array, width: number, height: number): void {
  let [above, middle, below] = [new Float64Array(width), new Float64Array(width), new Float64Array(width)]
  blurRow(greys, 0, middle)
  above.set(middle)
  for (let y = 0; y < height; y += 1) {
    const start = y * width
    if (y < height - 1) blurRow(greys, start + width, below)
    else below.set(middle)
    for (let x = 0; x < width; x += 1)
      greys[start + x] = ((above[x] as number) + 2 * (middle[x] as number) + (below[x] as number)) * 0.25
    ;[above, middle, below] = [middle, below, above]
  }
}

function levelsOf(picture: SummedPicture, smallest: number): Level[] {
  const levels: Level[] = []
  for (let index = 0; index < LEVELS_MAX; index += 1) {
    const cell = smallest * STEP ** index
    const width = Math.round(picture.width / cell)
    const height = Math.round(picture.height / cell)
    if (Math.min(width, height) < LEVEL_SIDE_MIN) break
    const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
    const greys = gridOf(picture, whole, width, height)
    blur(greys, width, height)
    const wide = greys.slice()
    blur(wide, width, height)
    blur(wide, width, height)
    for (let at = 0; at < wide.length; at += 1) greys[at] = (greys[at] as number) - (wide[at] as number)
    levels.push({ width, height, cell, greys })
  }
  return levels
}

/** Whether no neighbour is as light or dark as the cell with this index. */
function isPeak(greys: Float64Array, width: number, middle: number): boolean {
  const sign = Math.sign(greys[middle] as number)
  const peak = Math.abs(greys[middle] as number)
  // Nearly all cells have a higher one beside them.
  if (sign * (greys[middle - 1] as number) >= peak || sign * (greys[middle + 1] as number) >= peak)
    return false
  for (let row = -NEIGHBOURHOOD; row <= NEIGHBOURHOOD; row += 1)
    for (let column = -NEIGHBOURHOOD; column <= NEIGHBOURHOOD; column += 1) {
      const at = middle + row * width + column
      if (at !== middle && sign * (greys[at] as number) >= peak) return false
    }
  return true
}

/** Indexes of a level's peaks of sufficient contrast. */
function peaksOf({ width, height, greys }: Level): number[] {
  const peaks: number[] = []
  for (let y = MARGIN; y < height - MARGIN; y += 1) {
    const end = (y + 1) * width - MARGIN
    for (let at = y * width + MARGIN; at < end; at += 1)
      if (Math.abs(greys[at] as number) >= CONTRAST_MIN && isPeak(greys, width, at)) peaks.push(at)
  }
  return peaks
}

/** The highest value near a spot of another level; positions are shares of the picture. */
function highestNear(level: Level | undefined, sign: number, x: number, y: number): number {
  if (!level) return -Infinity
  const { width, height, greys } = level
  const column = Math.round(x * width - 0.5)
  const row = Math.round(y * height - 0.5)
  let highest = -Infinity
  for (let down = -1; down <= 1; down += 1)
    for (let right = -1; right <= 1; right += 1) {
      const atRow = Math.max(0, Math.min(height - 1, row + down))
      const atColumn = Math.max(0, Math.min(width - 1, column + right))
      highest = Math.max(highest, sign * (greys[atRow * width + atColumn] ?? 0))
    }
  return highest
}

const within = (value: number) => Math.max(-0.5, Math.min(0.5, value))

/** How far the peak is from the cell's middle, in cells; undefined for an edge. */
function offsetOf({ width, greys }: Level, x: number, y: number): { x: number; y: number } | undefined {
  const at = (right: number, down: number) => greys[(y + down) * width + x + right] ?? 0
  const middle = at(0, 0)
  const acrossX = at(-1, 0) + at(1, 0) - 2 * middle
  const acrossY = at(0, -1) + at(0, 1) - 2 * middle
  const diagonal = (at(1, 1) - at(-1, 1) - at(1, -1) + at(-1, -1)) / 4
  const determinant = acrossX * acrossY - diagonal ** 2
  if (determinant <= 0 || (acrossX + acrossY) ** 2 / determinant > EDGE_RATIO) return undefined
  return {
    x: within((at(-1, 0) - at(1, 0)) / (2 * acrossX)),
    y: within((at(0, -1) - at(0, 1)) / (2 * acrossY)),
  }
}

/** Value at a spot of another level, or a share of the peak beyond the last level. */
function valueAt(level: Level | undefined, sign: number, x: number, y: number, peak: number): number {
  if (!level) return peak * 0.7
  const { width, height, greys } = level
  const column = Math.min(width - 1, Math.floor(x * width))
  const row = Math.min(height - 1, Math.floor(y * height))
  return sign * (greys[row * width + column] ?? 0)
}

function keypointAt(
  levels: readonly Level[],
  index: number,
  x: number,
  y: number,
): Omit<Keypoint, 'contrast'> | undefined {
  const level = levels[index] as Level
  const grey = level.greys[y * level.width + x] ?? 0
  const sign = Math.sign(grey)
  const peak = Math.abs(grey)
  const middleX = (x + 0.5) / level.width
  const middleY = (y + 0.5) / level.height
  const [smaller, larger] = [levels[index - 1], levels[index + 1]]
  if (highestNear(smaller, sign, middleX, middleY) > peak) return undefined
  if (highestNear(larger, sign, middleX, middleY) > peak) return undefined
  const offset = offsetOf(level, x, y)
  if (!offset) return undefined
  const shareX = (x + 0.5 + offset.x) / level.width
  const shareY = (y + 0.5 + offset.y) / level.height
  const before = valueAt(smaller, sign, shareX, shareY, peak)
  const after = valueAt(larger, sign, shareX, shareY, peak)
  const bend = before + after - 2 * peak
  const between = bend < 0 ? within((before - after) / (2 * bend)) : 0
  return { x: shareX, y: shareY, radius: RADIUS * level.cell * STEP ** between }
}

/** Those with the most contrast, but not all of them in one part of the picture. */
function spread(keypoints: Keypoint[], most: number, { width, height }: SummedPicture): Keypoint[] {
  const perField = Math.ceil((most / FIELDS ** 2) * FIELD_SHARE)
  const counts = new Map<number, number>()
  const chosen: Keypoint[] = []
  const others: Keypoint[] = []
  for (const keypoint of keypoints.toSorted((one, other) => other.contrast - one.contrast)) {
    const column = Math.floor((keypoint.x / width) * FIELDS)
    const field = Math.floor((keypoint.y / height) * FIELDS) * FIELDS + column
    const count = counts.get(field) ?? 0
    counts.set(field, count + 1)
    ;(count < perField ? chosen : others).push(keypoint)
  }
  return [...chosen, ...others].slice(0, most)
}

/**
 * Finds spots that are lighter or darker than what surrounds them, at all sizes (differences of Gaussians). `smallest`
 * is the side of a cell of the finest level in pixels; `most` limits their number.
 */
export function findKeypoints(
  picture: SummedPicture,
  { smallest, most }: { smallest: number; most: number },
): Keypoint[] {
  const levels = levelsOf(picture, smallest)
  const found: Keypoint[] = []
  for (const [index, level] of levels.entries())
    for (const at of peaksOf(level)) {
      const place = keypointAt(levels, index, at % level.width, Math.floor(at / level.width))
      if (!place) continue
      const keypoint = {
        x: place.x * picture.width,
        y: place.y * picture.height,
        radius: place.radius,
        contrast: Math.abs(level.greys[at] as number),
      }
      if (isInside(keypoint, picture)) found.push(keypoint)
    }
  return spread(found, most, picture)
}

const isInside = ({ x, y, radius }: Keypoint, { width, height }: SummedPicture): boolean =>
  x >= radius && y >= radius && x + radius <= width && y + radius <= height
