import type { Likeness, SoughtKeypoint, StoredKeypoint } from './likeness.ts'
import { type Place, unpackPlace } from './place.ts'

/** Limits for two pictures that show the same; measured in docs/decisions/0024-photo-likeness.md. */
const LIKENESS_RULES = {
  /** Different bits out of the 52 of two descriptors. */
  bitsApart: 12,
  /** Ratio of the scales of two pairs in one copy. */
  scaleApart: 1.35,
  /** Distance of a keypoint from where the first pair puts it, in its own radius, and per distance from that pair. */
  apartPerRadius: 0.3,
  apartPerDistance: 0.12,
  /** Keypoints that are closer than this share of their radius count once. */
  sameWithin: 0.35,
  /** Pairs, and their share of the stored keypoints that the picture would show. */
  leastPairs: 7,
  /** Number and share of pairs with nearly the same descriptors, which different pictures rarely have. */
  leastClear: 3,
  leastClearShare: 0.2,
  clearBitsApart: 2,
  leastShare: 0.1,
  /**
   * Letters and drawings are alike in many pictures: if there are as many others, a share of these must be in pairs,
   * and otherwise a larger share of all. A smaller copy shows fewer.
   */
  othersMin: 16,
  leastOthers: 0.2,
  leastWithoutOthers: 0.37,
  /** Ratio of the widths of a cloud of keypoints; those along an edge are in one line, and edges look alike. */
  leastWidth: 0.2,
} as const

/** First pairs that are tried with all descriptors. */
const TRIES = 6
/** Pairs of a photo that was found that are looked at, and first pairs among them: a pattern has very many. */
const FOUND_MAX = 150
const FIRSTS_MAX = 40
/** Pairs of two pictures that are looked at, and of one sought keypoint. */
const PAIRS_MAX = 1500
const PAIRS_OF_ONE_MAX = 4

/** How a picture becomes the other one: turned, mirrored, enlarged and moved. */
interface Change {
  /** Where right and down lead, as a matrix by rows. */
  matrix: readonly [number, number, number, number]
  scale: number
  x: number
  y: number
}

export interface Pair {
  sought: Place
  stored: Place
  /** Numbers of the keypoints. */
  soughtAt: number
  storedAt: number
  bitsApart: number
  change: Change
}

type Matrix = Change['matrix']

/** The matrix of a turn (see `Descriptor`). */
function matrixOf(turn: number): Matrix {
  const x = (turn & 1) === 0 ? 1 : -1
  const y = (turn & 2) === 0 ? 1 : -1
  return (turn & 4) === 0 ? [x, 0, 0, y] : [0, y, x, 0]
}

const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
]

const transposed = ([a, b, c, d]: Matrix): Matrix => [a, c, b, d]

function changeOf(sought: Place, stored: Place): Change {
  const matrix = times(transposed(matrixOf(stored.turn)), matrixOf(sought.turn))
  const scale = stored.radius / sought.radius
  return {
    matrix,
    scale,
    x: stored.x - scale * (matrix[0] * sought.x + matrix[1] * sought.y),
    y: stored.y - scale * (matrix[2] * sought.x + matrix[3] * sought.y),
  }
}

const distance = (one: Pick<Place, 'x' | 'y'>, other: Pick<Place, 'x' | 'y'>) =>
  Math.hypot(one.x - other.x, one.y - other.y)

const isSameTurn = (one: Matrix, other: Matrix) => one.every((value, at) => value === other[at])

/** Whether a pair shows the same change as the first one. */
function agrees(pair: Pair, { change, stored }: Pair): boolean {
  const { scaleApart, apartPerRadius, apartPerDistance } = LIKENESS_RULES
  if (!isSameTurn(pair.change.matrix, change.matrix)) return false
  const ratio = pair.change.scale / change.scale
  if (ratio > scaleApart || ratio < 1 / scaleApart) return false
  const { matrix, scale } = change
  const expected = {
    x: scale * (matrix[0] * pair.sought.x + matrix[1] * pair.sought.y) + change.x,
    y: scale * (matrix[2] * pair.sought.x + matrix[3] * pair.sought.y) + change.y,
  }
  const most = apartPerRadius * pair.stored.radius + apartPerDistance * distance(pair.stored, stored)
  return distance(expected, pair.stored) <= most
}

/** Pairs that agree with the first one, each keypoint once. */
function agreeing(pairs: readonly Pair[], first: Pair): Pair[] {
  const found: Pair[] = []
  const [sought, stored] = [new Set<number>(), new Set<number>()]
  for (const pair of pairs) {
    if (sought.has(pair.soughtAt) || stored.has(pair.storedAt) || !agrees(pair, first)) continue
    const isNear = found.some(
      (other) =>
        distance(other.stored, pair.stored) <
        LIKENESS_RULES.sameWithin * Math.min(other.stored.radius, pair.stored.radius),
    )
    if (isNear) continue
    sought.add(pair.soughtAt)
    stored.add(pair.storedAt)
    found.push(pair)
  }
  return found
}

const byLikeness = (one: Pair, other: Pair) => one.bitsApart - other.bitsApart

/** The most pairs that agree with each other. */
export function mostAgreeing(pairs: readonly Pair[]): Pair[] {
  const likeliest = pairs.toSorted(byLikeness).slice(0, FOUND_MAX)
  let best: Pair[] = []
  for (const first of likeliest.slice(0, FIRSTS_MAX)) {
    const found = agreeing(likeliest, first)
    if (found.length > best.length) best = found
  }
  return best
}

function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55_55_55_55)
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33)
  return (((count + (count >>> 4)) & 0x0f_0f_0f_0f) * 0x01_01_01_01) >>> 24
}

const bitsApart = (sought: SoughtKeypoint, stored: StoredKeypoint): number =>
  bitCount(sought[0] ^ stored[0]) + bitCount(sought[1] ^ stored[1])

export const pairOf = (sought: SoughtKeypoint, stored: StoredKeypoint, storedAt: number): Pair => {
  const [from, to] = [unpackPlace(sought[2]), unpackPlace(stored[2])]
  return {
    sought: from,
    stored: to,
    soughtAt: sought[3],
    storedAt,
    bitsApart: bitsApart(sought, stored),
    change: changeOf(from, to),
  }
}

/** Whether a picture of this size would show the whole square of a stored keypoint. */
function isShown(
  { x, y, radius }: Place,
  { matrix, scale, ...from }: Change,
  size: Pick<Likeness, 'width' | 'height'>,
) {
  const [right, down] = [(x - from.x) / scale, (y - from.y) / scale]
  const [a, b, c, d] = transposed(matrix)
  const [left, top] = [a * right + b * down, c * right + d * down]
  const half = radius / scale
  return left >= half && top >= half && left + half <= size.width && top + half <= size.height
}

/** The smaller width of the keypoints' cloud as a share of the larger one, by their principal axes. */
function widthOf(pairs: readonly Pair[]): number {
  const mean = (of: (pair: Pair) => number) => pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length
  const [x, y] = [mean(({ stored }) => stored.x), mean(({ stored }) => stored.y)]
  const right = mean(({ stored }) => (stored.x - x) ** 2)
  const down = mean(({ stored }) => (stored.y - y) ** 2)
  const both = mean(({ stored }) => (stored.x - x) * (stored.y - y))
  const middle = (right + down) / 2
  const apart = Math.hypot((right - down) / 2, both)
  return Math.sqrt(Math.max(0, middle - apart) / (middle + apart))
}

interface Near {
  one: SoughtKeypoint
  other: StoredKeypoint
  at: number
  apart: number
}
const byApart = (one: Near, other: Near) => one.apart - other.apart

/** Stored keypoints that look like a sought one. Most do not, so only the others become objects. */
function nearTo(one: SoughtKeypoint, stored: readonly StoredKeypoint[]): Near[] {
  const near: Near[] = []
  for (let at = 0; at < stored.length; at += 1) {
    const other = stored[at] as StoredKeypoint
    const apart = bitsApart(one, other)
    if (apart <= LIKENESS_RULES.bitsApart) near.push({ one, other, at, apart })
  }
  return near.length > 1 ? near.toSorted(byApart).slice(0, PAIRS_OF_ONE_MAX) : near
}

/** Pairs of keypoints that look alike, the likeliest first. */
const pairsOf = ({ sought }: Likeness, stored: readonly StoredKeypoint[]): Pair[] =>
  sought
    .flatMap((one) => nearTo(one, stored))
    .toSorted(byApart)
    .slice(0, PAIRS_MAX)
    .map(({ one, other, at }) => pairOf(one, other, at))

/**
 * Whether a picture is a copy of another, of a part of it, or has a copy in it. `seen` are pairs that agree, by which
 * the other one was found.
 */
export function isCopy(
  likeness: Likeness,
  stored: readonly StoredKeypoint[],
  seen: readonly Pair[],
): boolean {
  const rules = LIKENESS_RULES
  const pairs = pairsOf(likeness, stored)
  const agreed = seen
    .slice(0, TRIES)
    .map((first) => agreeing(pairs, first))
    .reduce((best, found) => (found.length > best.length ? found : best), [])
  const [first] = agreed
  const clear = agreed.filter((pair) => pair.bitsApart <= rules.clearBitsApart).length
  if (!first || agreed.length < rules.leastPairs) return false
  if (clear < Math.max(rules.leastClear, rules.leastClearShare * agreed.length)) return false
  if (widthOf(agreed) < rules.leastWidth) return false
  const places = stored.map(([, , place]) => unpackPlace(place))
  const shown = places.filter((place) => isShown(place, first.change, likeness))
  const others = shown.filter(({ isFlat }) => !isFlat).length
  const agreedOthers = agreed.filter((pair) => !pair.stored.isFlat && !pair.sought.isFlat).length
  const share = agreed.length / Math.max(1, shown.length)
  if (share < rules.leastShare) return false
  const smaller = Math.max(1, first.change.scale)
  return others >= rules.othersMin
    ? agreedOthers / others >= rules.leastOthers / smaller
    : share >= rules.leastWithoutOthers / smaller
}
