import pg from 'pg'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { StorageError } from './storage-error.ts'
import { createCutDatabase } from '#testing/scale/cut-database.ts'
import { AppError } from './app-error.ts'
import { asAppError, outageOf } from './outage.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  )

describe('an outage of the database', () => {
  let database: Awaited<ReturnType<typeof createCutDatabase>>
  beforeEach(async () => {
    database = await createCutDatabase()
  })
  afterEach(() => database.close())

  const outageOfQuery = async (db = database.db) => outageOf(await failureOf(sql`select 1`.execute(db)))

  it('is recognized if nobody listens at a port or socket', async () => {
    for (const host of ['127.0.0.1:1', encodeURIComponent('/nowhere')]) {
      const db = connect(`postgres://sankofa@${host}/sankofa`)
      expect(await outageOfQuery(db)).toBe('database-away')
      await db.destroy()
    }
  })

  it('is recognized if the database ends a connection during a statement', async () => {
    const ended = failureOf(
      sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`.execute(database.db),
    )
    expect(outageOf(await ended)).toBe('database-away')
    expect(await outageOfQuery()).toBeUndefined()
  })

  it('is recognized if the connection breaks during a statement', async () => {
    const slow = failureOf(sql`select pg_sleep(5)`.execute(database.db))
    const busy = sql<{ busy: boolean }>`
      select exists (select from pg_stat_activity where query like 'select pg_sleep(5)%') as busy`
    await expect.poll(async () => (await busy.execute(database.direct.db)).rows[0]?.busy).toBe(true)
    database.cable.cut()
    expect(outageOf(await slow)).toBe('database-away')
    // The server would sleep to its end before the database can be dropped.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep(5)%'`.execute(database.direct.db)
  })

  it('is recognized if the database is read-only or a statement times out', async () => {
    const statements = [
      [sql`set default_transaction_read_only = on`, undefined],
      [sql`delete from rate_limits`, 'database-read-only'],
      [sql`set statement_timeout = 10`, undefined],
      [sql`select pg_sleep(5)`, 'database-busy'],
    ] as const
    await database.db.connection().execute(async (one) => {
      for (const [statement, outage] of statements)
        expect(outageOf(await failureOf(statement.execute(one)))).toBe(outage)
    })
  })

  it('is recognized if the database does not answer, and the connection is replaced', async () => {
    const db = connect(database.url, { connections: 1, statementTimeoutMilliseconds: 1000 })
    expect(await outageOfQuery(db)).toBeUndefined()
    database.cable.freeze()
    expect(await outageOfQuery(db)).toBe('database-away')
    expect(await outageOfQuery(db)).toBeUndefined()
    await db.destroy()
  })
})

it.each([
  ['53100', 'database-full'],
  ['53300', 'database-busy'],
  ['57P03', 'database-away'],
  ['08006', 'database-away'],
  ['23505', undefined],
  ['42P01', undefined],
])('PostgreSQL’s code %s means the outage %s', (code, outage) => {
  expect(outageOf(Object.assign(new pg.DatabaseError('x', 1, 'error'), { code, severity: 'ERROR' }))).toBe(
    outage,
  )
})

it.each([
  ['full', 'storage-full', 'storage-full'],
  ['unwritable', 'storage-unwritable', 'photos-unavailable'],
  ['unreachable', 'storage-away', 'photos-unavailable'],
  ['invalid-key', undefined, 'fault'],
] as const)('a storage error "%s" means the outage %s and the code %s', (reason, outage, code) => {
  const error = new StorageError(reason, 'x')
  expect(outageOf(error)).toBe(outage)
  expect(outageOf(new Error('around it', { cause: error }))).toBe(outage)
  expect(asAppError(error).code).toBe(code)
})

it('other network errors and own errors are not outages', () => {
  expect(outageOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeUndefined()
  expect(outageOf(new TypeError('x is not a function'))).toBeUndefined()
  expect(asAppError(new TypeError('x is not a function')).code).toBe('fault')
  const refusal = new AppError('not-found')
  expect(asAppError(refusal)).toBe(refusal)
})
