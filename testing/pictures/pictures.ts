import sharp from 'sharp'
import type { Colour, Sharp } from 'sharp'

const BLUE = '#143cc8'

/** A picture of one colour, which the test encodes. */
export const plainPicture = (
  width: number,
  height: number,
  background: Colour = BLUE,
  channels: 3 | 4 = 3,
): Sharp => sharp({ create: { width, height, channels, background } })
