import type { Area, GreyPicture } from './grey-picture.ts'

/** Maximum difference between greys of one background. */
const TOLERANCE = 7
/** Share of a row that must differ from the background for the row to belong to the inner picture. */
const FILLED = 0.5
/** Maximum gap of background rows within a picture, as a share of the whole. */
const GAP = 0.012
const SMALLEST_AREA = 0.1
/** A part with a larger share of width and height counts as the whole picture. */
const WHOLE_FROM = 0.985
/** Sum of edge differences below which two areas are the same. */
const SAME_WITHIN = 6
const PASSES = 2

/**
 * Finds the picture inside a border or an app's screenshot: the largest part that differs from the grey of its
 * background.
 */
export function framedAreas(picture: GreyPicture): Area[] {
  const found: Area[] = []
  for (const background of new Set([commonestGrey(picture), greyOfEdges(picture)])) {
    const area = areaWithin(picture, background)
    if (area && !found.some((other) => distance(other, area) < SAME_WITHIN)) found.push(area)
  }
  return found
}

const distance = (one: Area, other: Area): number =>
  Math.abs(one.left - other.left) +
  Math.abs(one.top - other.top) +
  Math.abs(one.width - other.width) +
  Math.abs(one.height - other.height)

function commonestGrey({ data }: GreyPicture): number {
  const counts = new Uint32Array(256)
  for (const grey of data) counts[grey] = (counts[grey] ?? 0) + 1
  let commonest = 0
  let most = -1
  for (let grey = 0; grey < counts.length; grey++) {
    const near = counts.subarray(Math.max(0, grey - 3), grey + 4).reduce((sum, count) => sum + count, 0)
    if (near >= most) [commonest, most] = [grey, near]
  }
  return commonest
}

/** The median of all pixels along the edges. */
function greyOfEdges({ width, height, data }: GreyPicture): number {
  const greys = [
    ...data.subarray(0, width),
    ...data.subarray((height - 1) * width),
    ...Array.from({ length: height }, (_, row) => data[row * width] ?? 0),
    ...Array.from({ length: height }, (_, row) => data[row * width + width - 1] ?? 0),
  ]
  return greys.toSorted((one, other) => one - other)[Math.floor(greys.length / 2)] ?? 0
}

function areaWithin(picture: GreyPicture, background: number): Area | undefined {
  let left = 0
  let top = 0
  let { width, height } = picture
  for (let pass = 0; pass < PASSES; pass++) {
    const rows = longestRun(filledLines(picture, { left, top, width, height }, background).rows)
    if (!rows) return undefined
    top += rows.start
    height = rows.length
    const columns = longestRun(filledLines(picture, { left, top, width, height }, background).columns)
    if (!columns) return undefined
    left += columns.start
    width = columns.length
  }
  const isTiny = width * height < picture.width * picture.height * SMALLEST_AREA
  const isWhole = width > picture.width * WHOLE_FROM && height > picture.height * WHOLE_FROM
  return isTiny || isWhole ? undefined : { left, top, width, height }
}

/** For each row of the area and each column, whether enough of it differs from the background. */
function filledLines({ width: stride, data }: GreyPicture, area: Area, background: number) {
  const rows = new Uint32Array(area.height)
  const columns = new Uint32Array(area.width)
  for (let row = 0; row < area.height; row += 1) {
    const start = (area.top + row) * stride + area.left
    let filled = 0
    for (let column = 0; column < area.width; column += 1)
      if (Math.abs((data[start + column] as number) - background) > TOLERANCE) {
        filled += 1
        columns[column] = (columns[column] as number) + 1
      }
    rows[row] = filled
  }
  return {
    rows: Array.from(rows, (filled) => filled > area.width * FILLED),
    columns: Array.from(columns, (filled) => filled > area.height * FILLED),
  }
}

interface Run {
  start: number
  length: number
}

function longestRun(lines: boolean[]): Run | undefined {
  const gap = Math.max(1, Math.round(lines.length * GAP))
  let longest: Run | undefined
  let run: Run | undefined
  for (const [index, isFilled] of lines.entries()) {
    if (!isFilled) continue
    const continues = run && index - (run.start + run.length) <= gap
    run = run && continues ? { start: run.start, length: index + 1 - run.start } : { start: index, length: 1 }
    if (run.length > (longest?.length ?? 0)) longest = run
  }
  return longest
}
