import { globSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { findAlikePhotos } from '#server/photos/service.ts'
import { likenessOf } from '#server/platform/images/likeness/likeness-of.ts'
import { createTestDatabase } from '#testing/database.ts'
import { plansOf } from '#testing/plans.ts'
import { setUp } from '#testing/set-up.ts'

/** LIKENESS_PHOTOS=1000000 measures a large market, in some minutes; the index and the plan are the same. */
const PHOTOS = Number(process.env.LIKENESS_PHOTOS ?? 20_000)
/** Keypoints of a photo. */
const KEYPOINTS = 80
/** Photographs of the demo market, because drawings are more alike than people's photos. */
const FOLDER = join(import.meta.dirname, '../../demo/photos')
/** Highest number of 8 KB pages of the table and its index that a look-up may read. */
const MOST_PAGES = 2_500

const database = setUp(createTestDatabase)
beforeAll(async () => {
  // Inserting the listings would take minutes, and they are not read.
  await sql`alter table photo_likenesses drop constraint described_photo_exists`.execute(database.db)
}, 600_000)

it(`A look-up finds a photo among ${PHOTOS} with a median of ${MOST_PAGES} pages at most`, async () => {
  const { db } = database
  const photos = []
  for (const name of globSync('*-unsplash.jpg', { cwd: FOLDER }).toSorted())
    photos.push(await likenessOf(sharp(join(FOLDER, name))))
  const keypoints = photos.flatMap(({ stored }) => stored)
  // Each keypoint is a real one with a quarter of its bits changed, so that keys are as common as real ones.
  await sql`
    insert into photo_keypoints (key, rest, place, photo)
    select
      real.key # (hashint4(n + at * 7) & hashint4(n * 3 + at) & 16777215),
      real.rest # (hashint4(n * 11 + at) & hashint4(n * 17 + at) & 268435455), hashint4(n * 29 + at) & 2147483647, n
    from generate_series(1, ${PHOTOS}) as n
    cross join generate_series(1, ${KEYPOINTS}) as at
    cross join lateral (
      select
        (${keypoints.map(([key]) => key)}::int[])[chosen] as key,
        (${keypoints.map(([, rest]) => rest)}::int[])[chosen] as rest
      from (select 1 + abs(hashint4(n * 31 + at * 101) % ${keypoints.length}) as chosen) as one
    ) as real`.execute(db)
  await sql`vacuum analyze photo_keypoints`.execute(db)
  const pages: number[] = []
  for (const likeness of photos) {
    const plans = await plansOf(database, (by) => findAlikePhotos(by, likeness))
    expect(plans.text).not.toContain('Seq Scan on photo_keypoints')
    pages.push(plans.pages)
  }
  const sorted = pages.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity
  console.log(`a look-up: median ${median} pages, most ${sorted.at(-1)}`)
  expect(median).toBeLessThanOrEqual(MOST_PAGES)
}, 600_000)
