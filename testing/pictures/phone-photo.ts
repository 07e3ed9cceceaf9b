import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** Colours clockwise from the upper left corner. */
export const CORNERS = ['#d02020', '#20a020', '#2020d0', '#d0d020'] as const

/** A scene with a colour in each quarter. */
async function scene(width: number, height: number): Promise<Sharp> {
  const quarter = (background: string) => ({
    create: {
      width: Math.ceil(width / 2),
      height: Math.ceil(height / 2),
      channels: 3 as const,
      background,
    },
  })
  const gravities = ['northwest', 'northeast', 'southeast', 'southwest'] as const
  const quarters = CORNERS.map((colour, index) => ({ input: quarter(colour), gravity: gravities[index] }))
  return fixed(sharp({ create: { width, height, channels: 3, background: '#808080' } }).composite(quarters))
}

/** Applies all pending operations, so that the next one follows them. */
async function fixed(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

/** Reverses the rotation of each EXIF orientation, to produce the sensor's picture. */
const AS_TAKEN: ((image: Sharp) => Promise<Sharp>)[] = [
  async (image) => image,
  async (image) => image.flop(),
  async (image) => image.rotate(180),
  async (image) => image.flip(),
  async (image) => (await fixed(image.rotate(90))).flop(),
  async (image) => image.rotate(270),
  async (image) => (await fixed(image.rotate(90))).flip(),
  async (image) => image.rotate(90),
]

export interface PhonePhoto {
  /** Width of the upright scene. */
  width: number
  height: number
  /** EXIF orientation, 1 to 8. */
  orientation: number
  quality: number
  progressive: boolean
}

/** A photo as a phone takes it: rotated, with its location and its owner's name. */
export async function phonePhoto(
  { width, height, orientation, quality, progressive }: PhonePhoto,
  owner: string,
): Promise<Buffer> {
  const turn = AS_TAKEN[orientation - 1]
  if (!turn) throw new Error(`Orientation ${orientation}`)
  const taken = await fixed(await turn(await scene(width, height)))
  return taken
    .withExif({
      IFD0: { Make: 'TECNO', Model: 'CK7n', Artist: owner, DateTime: '2026:09:30 14:05:11' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '5/1 36/1 1234/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 11/1 4567/100',
      },
    })
    .withMetadata({ orientation })
    .jpeg({ quality, progressive })
    .toBuffer()
}
