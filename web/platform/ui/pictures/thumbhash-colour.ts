export const bytesOfThumbhash = (thumbhash: string) =>
  Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))

/** One digit each, because finer shades are hardly visible and every card of a list has a colour. */
const hex = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 15).toString(16)

/**
 * '#abc', the colour in place of a photo until it arrives. It equals the result of `thumbHashToAverageRGBA`
 * of thumbhash for the hash's first three bytes: six bits each for luminance and two colour differences. The
 * formula is repeated here because the package is one file and would also load its picture decoder on every
 * page.
 */
export function averageColour(thumbhash: string): string {
  const [first = 0, second = 0, third = 0] = bytesOfThumbhash(thumbhash)
  const header = first | (second << 8) | (third << 16)
  const luminance = (header & 63) / 63
  const yellowToBlue = ((header >> 6) & 63) / 31.5 - 1
  const redToGreen = ((header >> 12) & 63) / 31.5 - 1
  const blue = luminance - (2 / 3) * yellowToBlue
  const red = (3 * luminance - blue + redToGreen) / 2
  return `#${[red, red - redToGreen, blue].map(hex).join('')}`
}
