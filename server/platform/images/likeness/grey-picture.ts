/** Grey pixels, row by row. */
export interface GreyPicture {
  width: number
  height: number
  data: Uint8Array
}

export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The part of a picture in an area of whole pixels. */
export function croppedTo(
  { width: stride, data: all }: GreyPicture,
  { left, top, width, height }: Area,
): GreyPicture {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    const from = (top + row) * stride + left
    data.set(all.subarray(from, from + width), row * width)
  }
  return { width, height, data }
}

/**
 * For each corner of a pixel, the sum of all pixels above and left of it, so that the mean of any area takes four
 * reads.
 */
export interface SummedPicture {
  width: number
  height: number
  sums: Float64Array
}

export function summed({ width, height, data }: GreyPicture): SummedPicture {
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += data[y * width + x] as number
      const above = sums[y * stride + x + 1] as number
      sums[(y + 1) * stride + x + 1] = above + row
    }
  }
  return { width, height, sums }
}

/** Where edges between cells are: the pixel's corner before each, and the part of the pixel beyond it. */
function edgesOf(start: number, step: number, cells: number, size: number) {
  const corners = new Int32Array(cells + 1)
  const beyond = new Float64Array(cells + 1)
  for (let edge = 0; edge <= cells; edge += 1) {
    const at = start + step * edge
    const corner = Math.min(Math.floor(at), size - 1)
    corners[edge] = corner
    beyond[edge] = at - corner
  }
  return { corners, beyond }
}

/** Mean greys of an area, divided into columns and rows; pixels on an edge count in part. */
export function gridOf(
  { width, height, sums }: SummedPicture,
  area: Area,
  columns: number,
  rows: number,
): Float64Array {
  const stride = width + 1
  const cell = { width: area.width / columns, height: area.height / rows }
  const across = edgesOf(area.left, cell.width, columns, width)
  const down = edgesOf(area.top, cell.height, rows, height)
  const size = cell.width * cell.height
  const grid = new Float64Array(columns * rows)
  let above = new Float64Array(columns + 1)
  let below = new Float64Array(columns + 1)
  const { corners, beyond } = across
  for (let row = 0; row <= rows; row += 1) {
    const first = (down.corners[row] as number) * stride
    const part = down.beyond[row] as number
    for (let edge = 0; edge <= columns; edge += 1) {
      const at = first + (corners[edge] as number)
      const right = beyond[edge] as number
      const upper = (sums[at] as number) * (1 - right) + (sums[at + 1] as number) * right
      const lower = (sums[at + stride] as number) * (1 - right) + (sums[at + stride + 1] as number) * right
      below[edge] = upper * (1 - part) + lower * part
    }
    if (row > 0)
      for (let column = 0; column < columns; column += 1)
        grid[(row - 1) * columns + column] =
          ((below[column + 1] as number) -
            (below[column] as number) -
            (above[column + 1] as number) +
            (above[column] as number)) /
          size
    ;[above, below] = [below, above]
  }
  return grid
}
