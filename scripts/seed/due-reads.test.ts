import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { selectOverdue as selectOverdueMessages } from '#server/conversations/held/held-message-queries.ts'
import { selectEndedSanctions } from '#server/moderation/cases/target-queries.ts'
import { selectEndedHolds } from '#server/moderation/sanctions/hold-queries.ts'
import { selectDuePeople } from '#server/notifications/digest-queries.ts'
import { claimPushes } from '#server/notifications/notification-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { claimDailyMatches, selectOutdated } from '#server/saved-searches/queries.ts'
import { selectUnwritten } from '#server/search/rebuild-queries.ts'
import { createTestDatabase } from '#testing/database.ts'
import { plansOf } from '#testing/plans.ts'
import { setUp } from '#testing/set-up.ts'

const LIMIT = 100

const database = setUp(createTestDatabase)
beforeAll(async () => {
  const { pathname } = new URL(database.url)
  // Otherwise the planner reads small tables whole.
  await sql`alter database ${sql.id(pathname.slice(1))} set enable_seqscan = off`.execute(database.db)
})

/** Reads that run every few minutes and mostly find nothing, with the index of the few rows that are due. */
const DUE_READS: Record<string, (db: Database) => Promise<unknown>> = {
  news_to_mail: (db) => selectDuePeople(db, { after: null, limit: LIMIT }),
  news_to_push: (db) => claimPushes(db, { limit: LIMIT }),
  matches_untold: (db) => claimDailyMatches(db, LIMIT),
  saved_searches_outdated: (db) => selectOutdated(db, LIMIT),
  products_unwritten: (db) => selectUnwritten(db, LIMIT),
  holds_that_end: (db) => selectEndedHolds(db, LIMIT),
  sanctions_that_end: (db) => selectEndedSanctions(db, LIMIT),
  waiting_messages: (db) => selectOverdueMessages(db, 2, LIMIT),
}

it.each(Object.entries(DUE_READS))('the index %s finds what is due', async (index, read) => {
  expect((await plansOf(database, read)).text).toContain(index)
})
