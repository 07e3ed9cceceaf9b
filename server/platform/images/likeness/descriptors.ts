import { gridOf, type SummedPicture } from './grey-picture.ts'
import type { Keypoint } from './keypoints.ts'

/** What the square around a keypoint looks like, upright and however it is turned by quarters or mirrored. */
export interface Descriptor {
  /** The turn that brings the square into its own position: 1 if it is mirrored left to right, 2 if top to bottom, 4 if
   * rows and columns are then swapped. */
  turn: number
  /** Signs of the frequencies by which keypoints are found, a bit each. */
  key: number
  /** Signs of further frequencies. */
  rest: number
  /** Whether much of the square has one grey, as around letters and drawings. */
  isFlat: boolean
}

const REST_BITS = 28
const SIDE = 16
const FREQUENCIES = 8
/** Below this share of the stronger one, a direction's brightness says little about how the square is turned. */
const WEAK = 0.2
/** Above this share, rows and columns can be mistaken for each other. */
const EVEN = 0.8
/** Greys of one background. */
const BACKGROUND = 5
const FLAT = 0.4

/** Waves from top to bottom and from left to right. */
type Frequency = readonly [down: number, right: number]

/**
 * Frequencies of the key, a digit from top to bottom and one from left to right: those whose signs tell most keypoints of different
 * photos apart (docs/decisions/0024-photo-likeness.md).
 */
const KEY_FREQUENCIES: readonly Frequency[] =
  '11 06 15 31 51 07 43 52 16 70 25 40 02 61 05 22 60 34 33 42 32 30 50 21'
    .split(' ')
    .map((digits) => [Number(digits[0]), Number(digits[1])] as const)

/** All others up to the eighth order, from low to high; the first two say how the square is turned. */
const REST_FREQUENCIES: readonly Frequency[] = Array.from({ length: 8 }, (_, index) => index + 1)
  .flatMap((order) => Array.from({ length: order + 1 }, (_, down) => [down, order - down] as const))
  .filter(([down, right]) => down + right > 1 && down < FREQUENCIES && right < FREQUENCIES)
  .filter((one) => !KEY_FREQUENCIES.some((other) => other[0] === one[0] && other[1] === one[1]))
  .slice(0, REST_BITS)

const WAVES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (__, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * SIDE)),
  ),
)

/** Amplitudes of the frequencies, row by row from top to bottom. */
function amplitudesOf(grid: Float64Array): Float64Array {
  const rows = new Float64Array(SIDE * FREQUENCIES)
  for (let row = 0; row < SIDE; row += 1)
    for (let right = 0; right < FREQUENCIES; right += 1) {
      const wave = WAVES[right] as Float64Array
      let sum = 0
      for (let at = 0; at < SIDE; at += 1) sum += (wave[at] as number) * (grid[row * SIDE + at] as number)
      rows[row * FREQUENCIES + right] = sum
    }
  const amplitudes = new Float64Array(FREQUENCIES ** 2)
  for (let down = 0; down < FREQUENCIES; down += 1) {
    const wave = WAVES[down] as Float64Array
    for (let right = 0; right < FREQUENCIES; right += 1) {
      let sum = 0
      for (let at = 0; at < SIDE; at += 1)
        sum += (wave[at] as number) * (rows[at * FREQUENCIES + right] as number)
      amplitudes[down * FREQUENCIES + right] = sum
    }
  }
  return amplitudes
}

function isFlat(grid: Float64Array): boolean {
  const counts = new Uint16Array(256)
  for (let at = 0; at < grid.length; at += 1) {
    const grey = Math.round(grid[at] as number)
    counts[grey] = (counts[grey] as number) + 1
  }
  let near = 0
  let most = 0
  for (let grey = 0; grey < counts.length; grey += 1) {
    near += (counts[grey] as number) - (counts[grey - BACKGROUND] ?? 0)
    most = Math.max(most, near)
  }
  return most > FLAT * grid.length
}

/** Turns in which the square has its lighter half first, and the stronger direction from left to right. */
function turnsOf(right: number, down: number): number[] {
  const strongest = Math.max(Math.abs(right), Math.abs(down))
  const flips = (amplitude: number, bit: number) =>
    Math.abs(amplitude) < WEAK * strongest ? [0, bit] : [amplitude < 0 ? bit : 0]
  const weaker = Math.min(Math.abs(right), Math.abs(down))
  const swaps = weaker > EVEN * strongest ? [0, 4] : [Math.abs(down) > Math.abs(right) ? 4 : 0]
  return flips(right, 1).flatMap((x) => flips(down, 2).flatMap((y) => swaps.map((swap) => x | y | swap)))
}

/** Signs of these frequencies in a turned square, a bit each. */
function bitsOf(amplitudes: Float64Array, frequencies: readonly Frequency[], turn: number): number {
  let bits = 0
  for (let at = 0; at < frequencies.length; at += 1) {
    const [toBottom, toRight] = frequencies[at] as Frequency
    const [down, right] = (turn & 4) === 0 ? [toBottom, toRight] : [toRight, toBottom]
    const amplitude = amplitudes[down * FREQUENCIES + right] as number
    const flips = ((turn & right) ^ ((turn >> 1) & down)) & 1
    if (flips === 0 ? amplitude > 0 : amplitude < 0) bits |= 1 << at
  }
  return bits
}

/** Describes a keypoint, once for each turn that could be its own, the likeliest first. */
export function describe(picture: SummedPicture, { x, y, radius }: Keypoint): Descriptor[] {
  const square = { left: x - radius, top: y - radius, width: 2 * radius, height: 2 * radius }
  const grid = gridOf(picture, square, SIDE, SIDE)
  const amplitudes = amplitudesOf(grid)
  const [right, down] = [amplitudes[1] ?? 0, amplitudes[FREQUENCIES] ?? 0]
  const likeliest = (right < 0 ? 1 : 0) | (down < 0 ? 2 : 0) | (Math.abs(down) > Math.abs(right) ? 4 : 0)
  const turns = new Set([likeliest, ...turnsOf(right, down)])
  const flat = isFlat(grid)
  return [...turns].map((turn) => ({
    turn,
    key: bitsOf(amplitudes, KEY_FREQUENCIES, turn),
    rest: bitsOf(amplitudes, REST_FREQUENCIES, turn),
    isFlat: flat,
  }))
}
