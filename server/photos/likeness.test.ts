import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Likeness } from '#server/platform/images/likeness/likeness.ts'
import { likenessOf } from '#server/platform/images/likeness/likeness-of.ts'
import { createTestDatabase } from '#testing/database.ts'
import { COPIES, type SizedPicture } from '#testing/pictures/photo-copies.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { setUp } from '#testing/set-up.ts'
import { findAlikePhotos, indexPhotos } from './matching.ts'

/** Demo photos except the drawn ones, which share their backgrounds. */
const PHOTOS = globSync('*-unsplash.jpg', { cwd: join(import.meta.dirname, '../../demo/photos') })
  .toSorted()
  .map((name) => join(import.meta.dirname, '../../demo/photos', name))

/** Width of test photos; keypoints are found in about this size, so larger ones only cost time. */
const WIDTH = 640

const database = setUp(createTestDatabase)
beforeAll(async () => {
  // Keypoints are compared without their listings, so the foreign key must go.
  await sql`alter table photo_likenesses drop constraint described_photo_exists`.execute(database.db)
})
beforeEach(async () => {
  await database.db.deleteFrom('photo_likenesses').execute()
})

async function open(path: string): Promise<SizedPicture> {
  const { data, info } = await sharp(path)
    .resize(WIDTH)
    .jpeg({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}

/** Encodes the picture once more, as a phone does before it sends. */
const received = async (image: Sharp): Promise<Likeness> =>
  likenessOf(sharp(await image.jpeg({ quality: 60 }).toBuffer()))

/** Makes a photo findable. Returns its id. */
async function list(likeness: Likeness): Promise<string> {
  const id = randomUUID()
  await indexPhotos(database.db, [{ id, likeness }])
  return id
}

it('copies are recognized in at least 95 % of cases, however they were changed', async () => {
  const missed: string[] = []
  let pairs = 0
  // Copies take long, so three photos are used, of which the first is a hard one; a kind of copy that is never found is
  // more than 5 %. docs/decisions/0024-photo-likeness.md has the figures of all.
  for (const path of PHOTOS.filter((_, index) => [0, 27, 45].includes(index))) {
    const picture = await open(path)
    const id = await list(await likenessOf(sharp(picture.bytes)))
    for (const [name, copyOf] of Object.entries(COPIES)) {
      pairs++
      const alike = await findAlikePhotos(database.db, await received(await copyOf(picture)))
      if (!alike.includes(id)) missed.push(`${path.split('/').at(-1)}: ${name}`)
    }
  }
  expect(pairs).toBe(3 * 20)
  expect(missed.length / pairs, missed.join('\n')).toBeLessThanOrEqual(0.05)
})

it('no picture is found among 10,000 pairs with different ones', async () => {
  const photoOf = new Map<string, string>()
  const listed: { id: string; path: string; likeness: Likeness }[] = []
  // Among them are the two that a looser rule mistakes for each other; docs/decisions/0024-photo-likeness.md has the
  // figures of all.
  const isMistaken = (path: string) => /max-tarkhov-737999|chuttersnap-584518/.test(path)
  for (const path of PHOTOS.filter((each, index) => isMistaken(each) || index % 5 === 0)) {
    const pixels = await sharp(path).resize(WIDTH).raw().toBuffer({ resolveWithObject: true })
    const size = { width: Math.floor(pixels.info.width / 3), height: Math.floor(pixels.info.height / 3) }
    for (let tile = 0; tile < 9; tile++) {
      const at = { left: (tile % 3) * size.width, top: Math.floor(tile / 3) * size.height, ...size }
      const likeness = await likenessOf(sharp(pixels.data, { raw: pixels.info }).extract(at))
      const id = await list(likeness)
      photoOf.set(id, path)
      listed.push({ id, path, likeness })
    }
  }
  const tiles = listed.length
  expect(tiles * (tiles - 9)).toBeGreaterThan(10_000)
  const mistaken: string[] = []
  for (const { path, likeness } of listed) {
    const alike = await findAlikePhotos(database.db, likeness)
    for (const id of alike) if (photoOf.get(id) !== path) mistaken.push(`${path} ${photoOf.get(id)}`)
  }
  expect(mistaken).toEqual([])
})

it('flat pictures have no keypoints', async () => {
  const sky =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><linearGradient id="g" x2="0" y2="1"><stop stop-color="#06c"/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="600" height="400" fill="url(#g)"/></svg>'
  expect((await likenessOf(sharp(Buffer.from(sky)))).sought).toEqual([])
  expect((await likenessOf(plainPicture(400, 300, '#fff'))).sought).toEqual([])
  const half = plainPicture(400, 300, '#fff').composite([
    { input: { create: { width: 200, height: 300, channels: 3, background: '#222' } }, gravity: 'west' },
  ])
  expect((await likenessOf(sharp(await half.png().toBuffer()))).sought).toEqual([])
})
