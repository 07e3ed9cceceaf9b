export const bytesOfThumbhash = (thumbhash: string) =>
  Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))

/** One digit: finer shades are hardly seen, and every card of a list has one. */
const hex = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 15).toString(16)

/**
 * '#abc', the colour that stands in for a photo until it arrives: what `thumbHashToAverageRGBA` of thumbhash makes of
 * the hash's first three bytes, of which six bits each are luminance and two differences of colour. Spelled here, since
 * the package, which is one file, would bring every page the decoder of pictures too.
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
