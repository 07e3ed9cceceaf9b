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
const PHOTOS = Number(process.env.LIKENESS_PHOTOS ?? 100_000)
/** Hashes of a photo and of its framed content, with and without margins: 2, rarely more. */
const HASHES = 2
/** Photographs of the demo market, because drawings are more alike than people's photos. */
const FOLDER = join(import.meta.dirname, '../../demo/photos')
/** Highest number of 8 KB pages of the table and its index that a look-up may read. */
const MOST_PAGES = 2_500

const database = setUp(createTestDatabase)
beforeAll(async () => {
  // Inserting the listings would take minutes, and they are not read.
  await sql`alter table photo_hashes drop constraint hashed_photo_exists`.execute(database.db)
}, 600_000)

it(`A look-up finds a photo among ${PHOTOS} with a median of ${MOST_PAGES} pages at most`, async () => {
  const { db } = database
  const photos = []
  for (const name of globSync('*-unsplash.jpg', { cwd: FOLDER }).toSorted())
    photos.push(await likenessOf(sharp(join(FOLDER, name))))
  const looks = photos.flatMap((likeness) => likeness.filter(({ stored }) => stored))
  // Each hash is a real photo's with three of eight bits changed, so that they are as close as real ones.
  await sql`
    insert into photo_hashes (photo_id, area, phash, dhash, mirrored_dhash)
    select md5(n::text)::uuid, area,
      (${looks.map(({ phash }) => phash)}::bigint[])[1 + (n * 2 + area) % ${looks.length}] #
        (hashint8extended(n, area) & (hashint8extended(n, area + 7) | hashint8extended(n, area + 9)) & 9223372036854775807),
      ('x' || repeat(md5(n::text), 2))::bit(256), ('x' || repeat(md5(n::text || 'm'), 2))::bit(256)
    from generate_series(1, ${PHOTOS}) as n, generate_series(1, ${HASHES}) as area`.execute(db)
  await sql`vacuum analyze photo_hashes`.execute(db)
  const sought = photos.filter((likeness) => likeness.length > 0)
  const pages: number[] = []
  for (const likeness of sought) {
    const plans = await plansOf(database, (by) => findAlikePhotos(by, likeness))
    expect(plans.text).not.toContain('Seq Scan on photo_hashes')
    pages.push(plans.pages)
  }
  const sorted = pages.toSorted((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity
  console.log(`a look-up: median ${median} pages, most ${sorted.at(-1)}`)
  expect(median).toBeLessThanOrEqual(MOST_PAGES)
}, 600_000)
