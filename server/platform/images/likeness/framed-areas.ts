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
  const differs = differencesFrom(background)
  let left = 0
  let top = 0
  let { width, height } = picture
  for (let pass = 0; pass < PASSES; pass++) {
    const rows = longestRun(filledRows(picture, { left, top, width, height }, differs))
    if (!rows) return undefined
    top += rows.start
    height = rows.length
    const columns = longestRun(filledColumns(picture, { left, top, width, height }, differs))
    if (!columns) return undefined
    left += columns.start
    width = columns.length
  }
  const isTiny = width * height < picture.width * picture.height * SMALLEST_AREA
  const isWhole = width > picture.width * WHOLE_FROM && height > picture.height * WHOLE_FROM
  return isTiny || isWhole ? undefined : { left, top, width, height }
}

/** 1 for each grey that differs from the background, and otherwise 0. */
const differencesFrom = (background: number) =>
  Uint8Array.from({ length: 256 }, (_, grey) => (Math.abs(grey - background) > TOLERANCE ? 1 : 0))

/** For each row of the area, whether enough of it differs from the background. */
function filledRows({ width: stride, data }: GreyPicture, area: Area, differs: Uint8Array): boolean[] {
  return Array.from({ length: area.height }, (_, row) => {
    const start = (area.top + row) * stride + area.left
    let filled = 0
    for (let at = start; at < start + area.width; at += 1) filled += differs[data[at] as number] as number
    return filled > area.width * FILLED
  })
}

function filledColumns({ width: stride, data }: GreyPicture, area: Area, differs: Uint8Array): boolean[] {
  const filled = new Uint16Array(area.width)
  for (let row = area.top; row < area.top + area.height; row += 1) {
    const start = row * stride + area.left
    for (let column = 0; column < filled.length; column += 1)
      filled[column] = (filled[column] as number) + (differs[data[start + column] as number] as number)
  }
  return Array.from(filled, (count) => count > area.height * FILLED)
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
