import { framedAreas } from './framed-areas.ts'
import { type Area, gridOf, type GreyPicture, type SummedPicture, summed } from './grey-picture.ts'

/** Perceptual hashes of an area of a picture, as JSON; few bits differ between areas that show the same. */
export interface LikenessHash {
  /** True if the hash is stored to be found. A search uses all hashes of a photo. */
  stored: boolean
  /** pHash: signs of the 63 lowest frequencies without the mean, in three bands of 21 bits, as a decimal number. */
  phash: string
  /** dHash: a binary digit for each of 16 x 16 cells, 1 if it is lighter than its right neighbour. */
  dhash: string
  /** The pHash of the mirror image. */
  mirroredPhash: string
  mirroredDhash: string
  /** Bits of each band that a small change flips first. */
  weakest: number[][]
}

const BANDS = 3
export const BAND_BITS = 21
/** Number of weakest bits per band; each further one doubles the searches. */
const WEAKEST = 3

const SIDE = 32
const FREQUENCIES = 8
const CELLS = 16
/** Minimum amplitude of a significant frequency, in greys from 0 to 255. */
const SIGNIFICANT = 1
/**
 * Minimum number of significant frequencies. Skies, walls and other flat pictures have fewer, and would all look
 * alike.
 */
const SIGNIFICANT_MIN = 15
/**
 * Minimum number of cells lighter than their right neighbour, and of darker ones; a plain gradient has only one of
 * the two.
 */
const CONTRASTS_MIN = 10
/** Minimum difference between neighbours; smaller ones are noise. */
const LIGHTER_BY = 1.5
const CROPPED = 0.05

/** Indexes of the 8 x 8 frequencies, which are stored row by row, from low to high and without the mean. */
const ORDER = Array.from({ length: FREQUENCIES ** 2 }, (_, index) => index)
  .slice(1)
  .toSorted((one, other) => frequencyOf(one) - frequencyOf(other) || one - other)

function frequencyOf(index: number): number {
  return Math.floor(index / FREQUENCIES) + (index % FREQUENCIES)
}

/** Bit of a frequency; low and high frequencies are spread over all bands. */
const bitOf = (rank: number): number => (rank % BANDS) * BAND_BITS + Math.floor(rank / BANDS)

/** Bits that a mirror flips: those of waves with an odd number of half periods from left to right. */
const FLIPPED_BY_MIRROR = bitsOf(ORDER.map((index) => index % 2 === 1))

const WAVES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (__, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE)),
  ),
)

/**
 * Hashes of the whole picture and of pictures framed in it, each also without its margins. A flat picture has none.
 */
export function likenessHashes(picture: GreyPicture): LikenessHash[] {
  const sums = summed(picture)
  const whole: Area = { left: 0, top: 0, width: picture.width, height: picture.height }
  return [whole, ...framedAreas(picture)].flatMap((area) => [
    ...hashesOf(sums, area, true),
    ...hashesOf(sums, cut(area, [1, 1, 1, 1]), true),
    // If this picture is a copy cropped at two edges, cropping the other two gives the original without its margins.
    ...CORNER_CROPS.flatMap((edges) => hashesOf(sums, cut(area, edges), false)),
  ])
}

/** Left, top, right and bottom edge; 1 if its margin is cut off. */
type Edges = [number, number, number, number]
const CORNER_CROPS: Edges[] = [
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
  if (strengths.filter((strength) => Math.abs(strength) >= SIGNIFICANT).length < SIGNIFICANT_MIN) return []
  const phash = bitsOf(strengths.map((strength) => strength > 0))
  const cells = gridOf(picture, area, CELLS + 1, CELLS)
  const dhash = differences(cells)
  const mirroredDhash = differences(mirrored(cells))
  if ([dhash, mirroredDhash].some((bits) => bits.split('1').length <= CONTRASTS_MIN)) return []
  return [
    {
      stored,
      phash: String(phash),
      dhash,
      mirroredPhash: String(phash ^ FLIPPED_BY_MIRROR),
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

/** Amplitudes of the frequencies, in the order of `ORDER`. */
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
