import { framedAreas } from './framed-areas.ts'
import { type Area, gridOf, type GreyPicture, type SummedPicture, summed } from './grey-picture.ts'

/** What an area of a picture looks like, in bits of which few differ where two areas show the same. As JSON. */
export interface LikenessHash {
  /** Photos are found by the areas that are `stored`, searched for by all. */
  stored: boolean
  /** pHash: signs of the 63 lowest frequencies but the mean, in three bands of 21 bits, as a decimal number. */
  phash: string
  /** dHash: whether each of 16 x 16 cells is lighter than its right neighbour, as binary digits. */
  dhash: string
  /** The same of the picture's mirror image. */
  mirroredPhash: string
  mirroredDhash: string
  /** Of each band the bits that a small change turns first. */
  weakest: number[][]
}

const BANDS = 3
export const BAND_BITS = 21
/** Of each band; twice as many searches for one more. */
const WEAKEST = 3

const SIDE = 32
const FREQUENCIES = 8
const CELLS = 16
/** Greys of the mean wave, 0..255, from which on a frequency says something. */
const AUDIBLE = 1
/** Skies, walls and other flat pictures have fewer such frequencies; they would all look alike. */
const AUDIBLE_LEAST = 15
/** Of 16 x 16 cells, lighter than their right neighbour and darker: light that only falls off has one of the two. */
const CONTRASTS_LEAST = 10
/** Neighbours this near are the same grey, whichever is lighter by noise. */
const LIGHTER_BY = 1.5
const CROPPED = 0.05

/** Indexes into the 8 x 8 frequencies, row by row, from low to high, without the mean. */
const ORDER = Array.from({ length: FREQUENCIES ** 2 }, (_, index) => index)
  .slice(1)
  .toSorted((one, other) => frequencyOf(one) - frequencyOf(other) || one - other)

function frequencyOf(index: number): number {
  return Math.floor(index / FREQUENCIES) + (index % FREQUENCIES)
}

/** Each band has frequencies of all heights. */
const bitOf = (rank: number): number => (rank % BANDS) * BAND_BITS + Math.floor(rank / BANDS)

/** A mirror turns the waves with an odd number of halves from left to right. */
const TURNED_BY_MIRROR = bitsOf(ORDER.map((index) => index % 2 === 1))

const WAVES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (__, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE)),
  ),
)

/** Of the whole picture and of what is framed in it, each also without its margins. None of a flat picture. */
export function likenessHashes(picture: GreyPicture): LikenessHash[] {
  const sums = summed(picture)
  const whole: Area = { left: 0, top: 0, width: picture.width, height: picture.height }
  return [whole, ...framedAreas(picture)].flatMap((area) => [
    ...hashesOf(sums, area, true),
    ...hashesOf(sums, cut(area, [1, 1, 1, 1]), true),
    // What is left of one that was cut at the opposite edges, and then all around.
    ...CORNERS.flatMap((edges) => hashesOf(sums, cut(area, edges), false)),
  ])
}

/** Left, top, right, bottom: 1 where a margin is cut off. */
type Edges = [number, number, number, number]
const CORNERS: Edges[] = [
  [1, 1, 0, 0],
  [0, 1, 1, 0],
  [0, 0, 1, 1],
  [1, 0, 0, 1],
]

const cut = ({ left, top, width, height }: Area, [l, t, r, b]: Edges): Area => ({
  left: left + width * CROPPED * l,
  top: top + height * CROPPED * t,
  width: width * (1 - CROPPED * (l + r)),
  height: height * (1 - CROPPED * (t + b)),
})

function hashesOf(picture: SummedPicture, area: Area, stored: boolean): LikenessHash[] {
  const strengths = frequenciesOf(gridOf(picture, area, SIDE, SIDE))
  if (strengths.filter((strength) => Math.abs(strength) >= AUDIBLE).length < AUDIBLE_LEAST) return []
  const phash = bitsOf(strengths.map((strength) => strength > 0))
  const cells = gridOf(picture, area, CELLS + 1, CELLS)
  const dhash = differences(cells)
  const mirroredDhash = differences(mirrored(cells))
  if ([dhash, mirroredDhash].some((bits) => bits.split('1').length <= CONTRASTS_LEAST)) return []
  return [
    {
      stored,
      phash: String(phash),
      dhash,
      mirroredPhash: String(phash ^ TURNED_BY_MIRROR),
      mirroredDhash,
      weakest: weakestOf(strengths),
    },
  ]
}

function weakestOf(strengths: number[]): number[][] {
  const ranks = strengths
    .map((strength, rank) => ({ rank, strength: Math.abs(strength) }))
    .toSorted((one, other) => one.strength - other.strength)
    .map(({ rank }) => rank)
  return Array.from({ length: BANDS }, (_, band) =>
    ranks
      .filter((rank) => rank % BANDS === band)
      .slice(0, WEAKEST)
      .map((rank) => Math.floor(rank / BANDS)),
  )
}

/** In the order of `ORDER`. */
function frequenciesOf(grid: Float64Array): number[] {
  const rows = Array.from({ length: SIDE }, (_, row) => {
    const greys = grid.subarray(row * SIDE, (row + 1) * SIDE)
    return WAVES.map((wave) => product(wave, greys))
  })
  const columns = WAVES.map((_, frequency) => rows.map((row) => row[frequency] ?? 0))
  return ORDER.map((index) => {
    const wave = WAVES[Math.floor(index / FREQUENCIES)] ?? []
    return (product(wave, columns[index % FREQUENCIES] ?? []) / SIDE ** 2) * 4
  })
}

function product(wave: ArrayLike<number>, values: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < SIDE; at++) sum += (wave[at] ?? 0) * (values[at] ?? 0)
  return sum
}

function bitsOf(bits: boolean[]): bigint {
  return bits.reduce((all, bit, rank) => (bit ? all | (1n << BigInt(bitOf(rank))) : all), 0n)
}

function differences(cells: Float64Array): string {
  let bits = ''
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      const at = row * (CELLS + 1) + column
      bits += (cells[at] ?? 0) > (cells[at + 1] ?? 0) + LIGHTER_BY ? '1' : '0'
    }
  }
  return bits
}

const mirrored = (cells: Float64Array): Float64Array =>
  cells.map((_, at) => {
    const column = at % (CELLS + 1)
    return cells[at - column + CELLS - column] ?? 0
  })
