import type { Sharp } from 'sharp'
import { describe, type Descriptor } from './descriptors.ts'
import { framedAreas } from './framed-areas.ts'
import { type Area, croppedTo, type GreyPicture, type SummedPicture, summed } from './grey-picture.ts'
import { findKeypoints, type Keypoint } from './keypoints.ts'
import type { Likeness, SoughtKeypoint, StoredKeypoint } from './likeness.ts'
import { packPlace } from './place.ts'

/** Maximum width and height of the grey picture that is described. */
const SIDE = 640
/** Cells along the longer side of the finest level of stored keypoints, so that a small copy still has them. */
const CELLS = 256
/** Side of a cell of the finest level of a search, in pixels: a photo may be a small part of the picture. */
const FINEST = 1.3
const STORED = 80
/** A framed picture has less to say as a whole. */
const WHOLE_IF_FRAMED = 60
const IN_FRAME = 80
const FINE = 260
const FINE_LESS_PER_FRAME = 40

interface Found {
  keypoint: Keypoint
  descriptors: Descriptor[]
}

const findIn = (picture: SummedPicture, smallest: number, most: number): Found[] =>
  findKeypoints(picture, { smallest, most }).map((keypoint) => ({
    keypoint,
    descriptors: describe(picture, keypoint),
  }))

const coarse = (picture: SummedPicture, most: number): Found[] =>
  findIn(picture, Math.max(picture.width, picture.height) / CELLS, most)

const inFrame = (picture: GreyPicture, area: Area): Found[] =>
  coarse(summed(croppedTo(picture, area)), IN_FRAME).map(({ keypoint, descriptors }) => ({
    keypoint: { ...keypoint, x: keypoint.x + area.left, y: keypoint.y + area.top },
    descriptors,
  }))

/** A pattern has the same keypoint many times, which says little and would be found by everything like it. */
const SAME_MAX = 2

function withoutRepetition<Each extends StoredKeypoint | SoughtKeypoint>(keypoints: Each[]): Each[] {
  const counts = new Map<number, number>()
  return keypoints.filter(([key]) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= SAME_MAX
  })
}

/** Keypoints of a picture, of what is framed in it, and fine ones, by which small parts are found. */
function likenessOfGrey(picture: GreyPicture): Likeness {
  const longer = Math.max(picture.width, picture.height)
  const placeOf = ({ x, y, radius }: Keypoint, { turn, isFlat }: Descriptor) =>
    packPlace({ x: x / longer, y: y / longer, radius: radius / longer, turn, isFlat })
  const frames = framedAreas(picture).map((area) => inFrame(picture, area))
  const sums = summed(picture)
  const whole = coarse(sums, STORED)
  const wholeSought = frames.length > 0 ? whole.slice(0, WHOLE_IF_FRAMED) : whole
  const fine = findIn(sums, FINEST, FINE - FINE_LESS_PER_FRAME * frames.length)
  return {
    width: picture.width / longer,
    height: picture.height / longer,
    stored: withoutRepetition(
      whole.flatMap(({ keypoint, descriptors: [first] }): StoredKeypoint[] =>
        first ? [[first.key, first.rest, placeOf(keypoint, first)]] : [],
      ),
    ),
    sought: withoutRepetition(
      [...wholeSought, ...frames.flat(), ...fine].flatMap(({ keypoint, descriptors }, index) =>
        descriptors.map((each): SoughtKeypoint => [each.key, each.rest, placeOf(keypoint, each), index]),
      ),
    ),
  }
}

/** Describes a picture so that its copies are found. */
export async function likenessOf(image: Sharp): Promise<Likeness> {
  const { data, info } = await image
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return likenessOfGrey({ width: info.width, height: info.height, data })
}
