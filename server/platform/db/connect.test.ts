import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BootError } from '#server/platform/process/boot-error.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { checkServer, checkServerVersion, connect, type Database } from './connect.ts'

const database = setUp(createTestDatabase)

async function refusal(url: string): Promise<unknown> {
  const db = connect(url)
  try {
    await checkServer(db)
  } catch (error) {
    return error
  } finally {
    await db.destroy()
  }
}

test('values have types that JSON can carry', async () => {
  const { rows } = await sql`
    select 12::int8 as count, 12.50::numeric(8,2) as price, null::timestamptz as never,
      timestamptz '2026-10-01 14:00:00.1+02' as moment, date '2026-10-01' as day`.execute(database.db)
  expect(rows[0]).toEqual({
    count: 12,
    price: '12.50',
    never: null,
    moment: '2026-10-01T12:00:00.100Z',
    day: '2026-10-01',
  })
})

test('statements with parameters are prepared once per connection', async () => {
  const fresh = connect(database.url, { connections: 1 })
  await fresh.connection().execute(async (db) => {
    const select = (id: string) => db.selectFrom('categories').select('name').where('id', '=', id).execute()
    expect(await select('car')).toEqual([{ name: 'Cars & Vehicle Parts' }])
    expect(await select('other')).toEqual([{ name: 'Other' }])
    const { rows } = await sql<{ statement: string; uses: number }>`
      select statement, generic_plans + custom_plans as uses from pg_prepared_statements`.execute(db)
    const prepared = rows.filter((row) => row.statement.includes('"categories"'))
    expect(prepared).toMatchObject([{ uses: 2 }])
  })
  await fresh.destroy()
})

test('a prepared statement’s error has the caller’s stack, and the next execution works', async () => {
  const divideBy = async (n: number) =>
    (await sql<{ value: number }>`select 6 / ${n}::int as value`.execute(database.db)).rows
  expect(await divideBy(2)).toEqual([{ value: 3 }])
  const error = await divideBy(0).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '22012', stack: expect.stringContaining('divideBy') as string })
  expect(await divideBy(3)).toEqual([{ value: 2 }])
})

test('a failed transaction leaves its connection usable', async () => {
  const { db } = database
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('categories').execute()
    await sql`select 1 / 0`.execute(transaction)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await db.selectFrom('categories').select('id').execute()).not.toHaveLength(0)
})

/**
 * Runs two transactions that lock the same two rows in opposite order, each after the other has its first lock. The
 * victim repeats after the other has committed.
 */
async function deadlock(db: Database, attempts: (first: string) => void) {
  const lock = (tx: Database, id: string) =>
    tx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().execute()
  const haveFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const oneDone = Promise.withResolvers<void>()
  let begun = 0
  const run = (mine: number, ids: readonly [string, string]) =>
    db.transaction().execute(async (tx) => {
      attempts(ids[0])
      begun += 1
      if (begun > haveFirst.length) await oneDone.promise
      await lock(tx, ids[0])
      haveFirst[mine]?.resolve()
      await Promise.all(haveFirst.map(({ promise }) => promise))
      await lock(tx, ids[1])
    })
  const runs = [run(0, ['car', 'other']), run(1, ['other', 'car'])]
  void Promise.race(runs).then(oneDone.resolve)
  await Promise.all(runs)
}

test('the victim of a deadlock is retried', async () => {
  const begun: string[] = []
  await deadlock(database.db, (first) => begun.push(first))
  expect(begun).toHaveLength(3)
})

test('a transaction that fails twice by conflict is rejected', async () => {
  let count = 0
  const failing = database.db.transaction().execute(async (tx) => {
    count += 1
    await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '40001' })
  expect(count).toBe(2)
})

test('a statement outside of transactions is retried once after a conflict', async () => {
  const { db } = database
  await sql`create sequence runs`.execute(db)
  await sql`create function is_victim(times int) returns int language plpgsql as $$
    begin
      if nextval('runs') <= times then raise exception 'conflict' using errcode = '40P01'; end if;
      return 1;
    end $$`.execute(db)
  const query = (times: number) => sql<{ one: number }>`select is_victim(${times}) as one`.execute(db)
  expect((await query(1)).rows).toEqual([{ one: 1 }])
  await expect(query(4)).rejects.toMatchObject({ code: '40P01' })
})

test('a statement that runs too long is cancelled', async () => {
  const db = connect(database.url, { statementTimeoutMilliseconds: 50 })
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow('statement timeout')
  await db.destroy()
})

test('a broken connection fails only its own statement', async () => {
  const db = connect(database.url)
  const running = sql`select pg_sleep(60) as this_one_breaks`.execute(db).catch((error: unknown) => error)
  const terminate = sql<{ done: boolean }>`
    select pg_terminate_backend(pid) as done from pg_stat_activity
    where query like '%this_one_breaks%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await terminate.execute(database.db)).rows).toEqual([{ done: true }])
  expect(await running).toBeInstanceOf(Error)
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})

test('a usable server is accepted, and an unusable one is explained', async () => {
  expect(await refusal(database.url)).toBeUndefined()
  for (const [url, text] of [
    ['postgres://127.0.0.1:1/sankofa', 'no PostgreSQL listens there'],
    ['postgres://nowhere.invalid/sankofa', 'host is not known'],
    [database.url.replace(/[^/]+$/, 'missing'), 'no such database'],
    [database.url.replace('sankofa@', 'stranger@'), 'refuses this user'],
  ] as const) {
    const error = await refusal(url)
    expect(error).toBeInstanceOf(BootError)
    expect((error as BootError).lines).toEqual([expect.stringMatching(`^DATABASE_URL: .*${text}`)])
  }
})

test.each([180_000, 180_004, 190_001])('server version %i is accepted', (version) => {
  expect(() => checkServerVersion(version)).not.toThrow()
})

test.each([170_009, 150_018, 90_624])('server version %i is refused', (version) => {
  expect(() => checkServerVersion(version)).toThrow(
    /^DATABASE_URL: this PostgreSQL is version \d+, but 18 or newer is needed/,
  )
})
