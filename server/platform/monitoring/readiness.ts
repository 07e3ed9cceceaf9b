import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { within } from '#server/platform/concurrency/within.ts'
import { pendingMigrations } from '#server/platform/db/migrate.ts'
import { hasFreeSpace } from '#server/platform/storage/room.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type Outage, outageOf } from '#server/platform/errors/outage.ts'

const TIMEOUT_MILLISECONDS = 2000
/** Time for which an answer is reused. */
const REMEMBERED_MILLISECONDS = 1000

const WORDS: Record<Outage, string> = {
  'database-away': 'the database cannot be reached',
  'database-busy': 'the database is too busy',
  'database-read-only': 'the database is read-only',
  'database-full': 'the disk of the database is full',
  'storage-full': 'there is no room for photos',
  'storage-unwritable': 'photos cannot be written',
  'storage-away': 'the storage of photos cannot be reached',
}

async function databaseProblem(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ is_read_only: boolean }>`
    select current_setting('transaction_read_only')::bool as is_read_only`.execute(db)
  if (rows[0]?.is_read_only) return WORDS['database-read-only']
  const [pending] = await pendingMigrations(db)
  return pending && `the database lacks migration ${pending}`
}

const wordsOf = (error: unknown, otherwise: string) => {
  const outage = outageOf(error)
  return outage ? WORDS[outage] : otherwise
}

export interface ReadinessDeps {
  db: Database
  storage: Pick<Storage, 'check'>
  dataDir: string
  isEnding: () => boolean
}

async function findProblems({ db, storage, dataDir, isEnding }: ReadinessDeps): Promise<string[]> {
  if (isEnding()) return ['it is stopping']
  const noAnswer = 'the database does not answer'
  const problems = await Promise.all([
    within(
      TIMEOUT_MILLISECONDS,
      databaseProblem(db).catch((error: unknown) => wordsOf(error, noAnswer)),
      noAnswer,
    ),
    statfs(dataDir).then(
      (disk) => (hasFreeSpace(disk) ? undefined : 'the disk of DATA_DIR is full'),
      () => 'DATA_DIR cannot be read',
    ),
    within(
      TIMEOUT_MILLISECONDS,
      (storage.check?.() ?? Promise.resolve()).then(
        () => undefined,
        (error: unknown) => wordsOf(error, WORDS['storage-away']),
      ),
      WORDS['storage-away'],
    ),
  ])
  return problems.filter((problem) => problem !== undefined)
}

/** Finds the reasons why this process cannot serve everything, in a few words each. The check writes nothing. */
export function readiness(deps: ReadinessDeps, now: () => number = Date.now): () => Promise<string[]> {
  let last: { at: number; problems: Promise<string[]> } | undefined
  return () => {
    if (!last || now() - last.at >= REMEMBERED_MILLISECONDS)
      last = { at: now(), problems: findProblems(deps) }
    return last.problems
  }
}
