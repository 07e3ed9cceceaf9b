import { thumbHashToAverageRGBA } from 'thumbhash'

export const bytesOfThumbhash = (thumbhash: string) =>
  Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))

const hex = (share: number) =>
  Math.round(share * 255)
    .toString(16)
    .padStart(2, '0')

/** '#a1b2c3', the colour that stands in for a photo until it arrives. */
export function averageColour(thumbhash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(bytesOfThumbhash(thumbhash))
  return `#${hex(r)}${hex(g)}${hex(b)}`
}
