/** Changes to a picture; colours in percent, where 100 means unchanged. */
export interface Adjustments {
  brightness: number
  contrast: number
  saturation: number
  /** Quarter turns to the right, 0 to 3. */
  turns: number
}

export const UNCHANGED: Adjustments = { brightness: 100, contrast: 100, saturation: 100, turns: 0 }

/** Ranges of the sliders (SPEC 5). */
export const RANGES = {
  brightness: { min: 50, max: 200 },
  contrast: { min: 50, max: 200 },
  saturation: { min: 0, max: 200 },
} as const

export const isUnchanged = (one: Adjustments): boolean =>
  one.brightness === 100 && one.contrast === 100 && one.saturation === 100 && one.turns === 0

export const turned = (one: Adjustments, by: 1 | -1): Adjustments => ({
  ...one,
  turns: (one.turns + by + 4) % 4,
})

/** Maps each of the 256 values of a channel to its new value. */
function channelTable({ brightness, contrast }: Adjustments): Uint8ClampedArray {
  const bright = Uint8ClampedArray.from({ length: 256 }, (_, value) => (value * brightness) / 100)
  return bright.map((value) => ((value - 127.5) * contrast) / 100 + 127.5)
}

/**
 * Changes the colours of RGBA pixels in place like the CSS filters of the same names. It works on pixels because some
 * browsers' canvases do not support filters.
 */
export function adjustPixels(pixels: Uint8ClampedArray, adjustments: Adjustments): void {
  const table = channelTable(adjustments)
  const saturation = adjustments.saturation / 100
  for (let at = 0; at < pixels.length; at += 4) {
    const red = table[pixels[at] ?? 0] ?? 0
    const green = table[pixels[at + 1] ?? 0] ?? 0
    const blue = table[pixels[at + 2] ?? 0] ?? 0
    // The weights come from the filter's own definition.
    const grey = 0.213 * red + 0.715 * green + 0.072 * blue
    pixels[at] = grey + (red - grey) * saturation
    pixels[at + 1] = grey + (green - grey) * saturation
    pixels[at + 2] = grey + (blue - grey) * saturation
  }
}
