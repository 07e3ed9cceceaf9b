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

/** Weights 1, 2 and 1 along a line; `step` leads from a cell to the next, and greys beyond an edge are those of the edge. */
function blurLine(
  from: Float64Array,
  to: Float64Array,
  line: { start: number; step: number; length: number },
): void {
  const { start, step, length } = line
  const end = start + (length - 1) * step
  let before = from[start] as number
  let grey = before
  for (let at = start; at <= end; at += step) {
    const after = at === end ? grey : (from[at + step] as number)
    to[at] = (before + 2 * grey + after) / 4
    before = grey
    grey = after
  }
}

function blurred(from: Float64Array, width: number, height: number): Float64Array {
  const rows = new Float64Array(from.length)
  const both = new Float64Array(from.length)
  for (let y = 0; y < height; y += 1) blurLine(from, rows, { start: y * width, step: 1, length: width })
  for (let x = 0; x < width; x += 1) blurLine(rows, both, { start: x, step: width, length: height })
  return both
}

function levelsOf(picture: SummedPicture, smallest: number): Level[] {
  const levels: Level[] = []
  for (let index = 0; index < LEVELS_MAX; index += 1) {
    const cell = smallest * STEP ** index
    const width = Math.round(picture.width / cell)
    const height = Math.round(picture.height / cell)
    if (Math.min(width, height) < LEVEL_SIDE_MIN) break
    const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
    const narrow = blurred(gridOf(picture, whole, width, height), width, height)
    const wide = blurred(blurred(narrow, width, height), width, height)
    for (let at = 0; at < wide.length; at += 1) wide[at] = (narrow[at] as number) - (wide[at] as number)
    levels.push({ width, height, cell, greys: wide })
  }
  return levels
}

/** Whether no neighbour is as light or dark as this cell. */
function isPeak({ width, greys }: Level, x: number, y: number): boolean {
  const grey = greys[y * width + x] ?? 0
  const sign = Math.sign(grey)
  for (let row = y - NEIGHBOURHOOD; row <= y + NEIGHBOURHOOD; row += 1)
    for (let column = x - NEIGHBOURHOOD; column <= x + NEIGHBOURHOOD; column += 1)
      if ((row !== y || column !== x) && sign * (greys[row * width + column] ?? 0) >= sign * grey)
        return false
  return true
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
    for (let y = NEIGHBOURHOOD; y < level.height - NEIGHBOURHOOD; y += 1)
      for (let x = NEIGHBOURHOOD; x < level.width - NEIGHBOURHOOD; x += 1) {
        const contrast = Math.abs(level.greys[y * level.width + x] ?? 0)
        if (contrast < CONTRAST_MIN || !isPeak(level, x, y)) continue
        const place = keypointAt(levels, index, x, y)
        if (!place) continue
        const keypoint = {
          x: place.x * picture.width,
          y: place.y * picture.height,
          radius: place.radius,
          contrast,
        }
        if (isInside(keypoint, picture)) found.push(keypoint)
      }
  return spread(found, most, picture)
}

const isInside = ({ x, y, radius }: Keypoint, { width, height }: SummedPicture): boolean =>
  x >= radius && y >= radius && x + radius <= width && y + radius <= height
