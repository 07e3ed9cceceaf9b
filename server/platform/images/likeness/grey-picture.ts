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
      row += data[y * width + x] ?? 0
      const above = sums[y * stride + x + 1] ?? 0
      sums[(y + 1) * stride + x + 1] = above + row
    }
  }
  return { width, height, sums }
}

/** The sum at a point; between pixels it is interpolated. */
function sumAt({ width, height, sums }: SummedPicture, x: number, y: number): number {
  const stride = width + 1
  const column = Math.min(Math.floor(x), width - 1)
  const row = Math.min(Math.floor(y), height - 1)
  const right = x - column
  const below = y - row
  const index = row * stride + column
  const upper = (sums[index] ?? 0) * (1 - right) + (sums[index + 1] ?? 0) * right
  const lower = (sums[index + stride] ?? 0) * (1 - right) + (sums[index + stride + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** Mean greys of an area, divided into columns and rows. */
export function gridOf(picture: SummedPicture, area: Area, columns: number, rows: number): Float64Array {
  const grid = new Float64Array(columns * rows)
  const cell = { width: area.width / columns, height: area.height / rows }
  for (let row = 0; row < rows; row++) {
    const top = area.top + cell.height * row
    const bottom = top + cell.height
    for (let column = 0; column < columns; column++) {
      const left = area.left + cell.width * column
      const right = left + cell.width
      const sum =
        sumAt(picture, right, bottom) -
        sumAt(picture, left, bottom) -
        sumAt(picture, right, top) +
        sumAt(picture, left, top)
      grid[row * columns + column] = sum / (cell.width * cell.height)
    }
  }
  return grid
}
