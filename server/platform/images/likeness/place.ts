/** Where a keypoint is and how it is turned; positions and sizes are shares of the picture's longer side. */
export interface Place {
  x: number
  y: number
  radius: number
  /** See `Descriptor`. */
  turn: number
  isFlat: boolean
}

const POSITIONS = 1023
const SIZES = 127
/** Sizes are stored as a logarithm, from a hundredth of the longer side to half of it. */
const SMALLEST = 0.01
const OCTAVES = 6

/** The place in 31 bits: ten each for the position, seven for the size, three for the turn, one for flat ones. */
export function packPlace({ x, y, radius, turn, isFlat }: Place): number {
  const size = Math.round((Math.log2(radius / SMALLEST) / OCTAVES) * SIZES)
  const packed = [Math.round(y * POSITIONS), Math.max(0, Math.min(SIZES, size)), turn, isFlat ? 1 : 0]
  const bits = [10, 7, 3, 1]
  return packed.reduce((all, value, at) => (all << (bits[at] ?? 0)) | value, Math.round(x * POSITIONS))
}

export const unpackPlace = (place: number): Place => ({
  x: ((place >>> 21) & 1023) / POSITIONS,
  y: ((place >>> 11) & 1023) / POSITIONS,
  radius: SMALLEST * 2 ** ((((place >>> 4) & SIZES) / SIZES) * OCTAVES),
  turn: (place >>> 1) & 7,
  isFlat: (place & 1) === 1,
})
