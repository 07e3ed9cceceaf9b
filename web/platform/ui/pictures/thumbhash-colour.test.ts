import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash'
import { expect, it } from 'vitest'
import { averageColour } from './thumbhash-colour.ts'

const SIDE = 8

/** A picture of one colour that fades to black from left to right. */
function hashOf(red: number, green: number, blue: number): Uint8Array {
  const pixels = Array.from({ length: SIDE * SIDE }, (_, index) => {
    const light = 1 - (index % SIDE) / SIDE
    return [red * light, green * light, blue * light, 255]
  })
  return rgbaToThumbHash(SIDE, SIDE, Uint8Array.from(pixels.flat()))
}

const COLOURS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [0, 0, 0],
  [12, 200, 180],
] as const

it.each(COLOURS)("equals the package's colour for %i %i %i", (...colour) => {
  const hash = hashOf(...colour)
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  const shown = averageColour(Buffer.from(hash).toString('base64'))
  const shares = [1, 2, 3].map((at) => Number.parseInt(shown[at] ?? '', 16))
  for (const [index, share] of [r, g, b].entries())
    expect(shares[index]).toBe(Math.round(Math.min(1, Math.max(0, share)) * 15))
})
