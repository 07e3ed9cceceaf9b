import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { findAlikePhotos, indexPhotos } from '#server/photos/service.ts'
import { likenessOf } from '#server/platform/images/likeness/likeness-of.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { demoId } from './demo-id.ts'
import { DEMO_PRODUCTS } from './market.ts'

const FOLDER = join(import.meta.dirname, 'photos')
const database = setUp(createTestDatabase)

it('no two demo photos look like copies of each other', async () => {
  const { db } = database
  // Keypoints are compared without their listings, so the foreign key must go.
  await sql`alter table photo_likenesses drop constraint described_photo_exists`.execute(db)
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.jpg'))
  const nameOf = new Map(names.map((name) => [demoId(name, 0), name]))
  const alike: string[] = []
  for (const [id, name] of nameOf) {
    const likeness = await likenessOf(sharp(join(FOLDER, name)))
    expect(likeness.stored.length, name).toBeGreaterThan(10)
    for (const other of await findAlikePhotos(db, likeness)) alike.push(`${name} ${nameOf.get(other)}`)
    await indexPhotos(db, [{ id, likeness }])
  }
  expect(alike).toEqual([])
})

it('every demo listing is in a known town of its region', async () => {
  const { rows } = await sql<{ area: string; kind: string }>`
    select listed.location || ', ' || listed.region as area, p.kind
    from unnest(
      ${DEMO_PRODUCTS.map(({ region }) => region)}::text[], ${DEMO_PRODUCTS.map(({ location }) => location)}::text[]
    ) as listed (region, location)
    join places p on p.id = place_of(listed.region, listed.location)`.execute(database.db)
  expect(rows).toHaveLength(DEMO_PRODUCTS.length)
  expect(rows.filter(({ kind }) => kind !== 'town')).toEqual([])
})
