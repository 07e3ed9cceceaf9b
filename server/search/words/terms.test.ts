import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { SEARCH_MAX } from '#contract/limits.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { weekOf } from './terms.ts'

const database = setUp(createTestDatabase)

it.each(['1970-01-01T00:00:00Z', '2026-11-18T23:59:59.999Z', '2026-11-19T00:00:00Z'])(
  'the week of %s is the same in TypeScript and SQL',
  async (moment) => {
    const { rows } = await sql<{ week: number }>`select market_week(${moment}::timestamptz) as week`.execute(
      database.db,
    )
    expect(rows).toEqual([{ week: weekOf(Date.parse(moment)) }])
  },
)

it('the term index holds terms of every searchable length', async () => {
  const word = 'a'.repeat(SEARCH_MAX)
  const { rows } = await sql<{ terms: string }>`
    select search_terms(${`'${word}':1A`}::tsvector, null, 'Volta', 1, now())::text as terms`.execute(
    database.db,
  )
  expect(rows[0]?.terms).toContain(`'${word}/2/`)
})
