import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { connectPipelined } from '#server/platform/db/pipelined.ts'
import { createLog } from '#server/platform/process/log.ts'
import { type CutProxy, openCutProxy } from '#testing/scale/cut-proxy.ts'
import {
  type Primary,
  startPrimary,
  startReplica,
  type StreamingReplica,
} from '#testing/streaming-replica.ts'
import { openReadRoutes, type ReadRoutes } from './read-routes.ts'
import { LAG_MAX_MS } from './replica-watch.ts'

let primary: Primary
let replica: StreamingReplica
let cable: CutProxy
let replicaUrl: string
let db: Database
let reads: Database
let logged: { msg: string; replica: string; problem?: string }[]
let routes: ReadRoutes & { close(): Promise<void> }

beforeAll(async () => {
  primary = await startPrimary()
  replica = await startReplica(primary)
  cable = await openCutProxy({ path: `${replica.socketDir}/.s.PGSQL.5432` })
  replicaUrl = `postgres://sankofa:hunter2@127.0.0.1:${cable.port}/sankofa`
  db = connect(primary.url)
  reads = connectPipelined(primary.url)
  await sql`create table written (number int primary key)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await reads.destroy()
  await cable.close()
  await replica.close()
  await primary.close()
})

const open = (urls: string[]) => {
  const log = createLog('info', {
    to: { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) },
  })
  return openReadRoutes({ db, reads, urls, options: { statementTimeoutMilliseconds: 10_000 }, log })
}
beforeEach(async () => {
  logged = []
  await sql`truncate written`.execute(db)
  routes = open([replicaUrl])
  await expectState('usable')
})
afterEach(() => routes.close())

const SOON = { interval: 5 }

const stateNow = () => {
  const [state] = routes.replicas.states()
  return state?.isUsable ? 'usable' : state?.problem
}
async function expectState(state: string) {
  await expect.poll(stateNow, SOON).toBe(state)
}

/** The kind of server that answers. */
async function whoAnswers(by: Database): Promise<string> {
  const { rows } = await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(by)
  return rows[0]?.is_replica ? 'replica' : 'primary'
}
const write = (number: number) => sql`insert into written values (${number})`.execute(db)
async function count(by: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from written`.execute(by)
  return rows[0]?.count
}

/** Reads continuously until `act` ends. `act` may wait for this many more answered reads. */
async function readingWhile(act: (more: (count: number) => Promise<unknown>) => Promise<unknown>) {
  const over = new AbortController()
  let answered = 0
  const reader = async (by: Database) => {
    while (!over.signal.aborted) {
      await count(by)
      answered += 1
    }
  }
  const readers = [routes.reads, routes.longReads, routes.ownReads].map(reader)
  try {
    await act(async (more) => {
      await expect.poll(() => answered, SOON).toBeGreaterThanOrEqual(answered + more)
    })
  } finally {
    over.abort()
    await Promise.all(readers)
  }
}

describe('reads with a replica', () => {
  it('are answered by the replica, whose name hides the password', async () => {
    for (const by of [routes.reads, routes.longReads, routes.ownReads]) {
      await expect.poll(() => whoAnswers(by), SOON).toBe('replica')
    }
    expect(routes.replicas.states()).toEqual([
      {
        name: `127.0.0.1:${cable.port}/sankofa`,
        isUsable: true,
        problem: undefined,
        lagSeconds: expect.any(Number) as number,
      },
    ])
  })

  it('show everything committed before an own read or a change', async () => {
    for (let number = 1; number <= 40; number += 1) {
      await write(number)
      expect(await count(routes.ownReads)).toBe(number)
      // The primary answers until the replica has the row; how often depends on the machine.
      await expect.poll(() => whoAnswers(routes.ownReads), SOON).toBe('replica')
      await write(-number)
      routes.replicas.requireLatestReads()
      expect(await Promise.all([count(routes.reads), count(routes.longReads)])).toEqual([
        number + 1,
        number + 1,
      ])
      await sql`delete from written where number = ${-number}`.execute(db)
      routes.replicas.requireLatestReads()
      expect(await count(routes.longReads)).toBe(number)
    }
  })

  it('refuse transactions', async () => {
    await expect(routes.longReads.transaction().execute(async () => undefined)).rejects.toThrow(
      'single reads',
    )
  })

  it('fail if the primary fails as well', async () => {
    await expect(sql`select nonsense`.execute(routes.longReads)).rejects.toMatchObject({ code: '42703' })
    expect(stateNow()).toBe('usable')
  })

  it('use the primary if the replica cannot answer, as for unlogged tables', async () => {
    await sql`select count(*) from presences`.execute(routes.longReads)
    expect(stateNow()).toBe('usable')
  })
})

describe('a slow replica', () => {
  it('is used until it is five seconds late, never for changed data, and again later', async () => {
    await replica.pause()
    try {
      await write(1)
      expect(await count(routes.ownReads)).toBe(1)
      expect(await count(routes.longReads)).toBe(0)
      routes.replicas.requireLatestReads()
      expect(await Promise.all([count(routes.longReads), count(routes.reads)])).toEqual([1, 1])
      await expectState('behind')
      expect(routes.replicas.states()[0]?.lagSeconds).toBeGreaterThan(LAG_MAX_MS / 1000)
      expect(await whoAnswers(routes.longReads)).toBe('primary')
      await expect.poll(() => logged.at(-1)).toMatchObject({ problem: 'behind' })
    } finally {
      await replica.resume()
    }
    await expectState('usable')
    await expect.poll(() => whoAnswers(routes.longReads)).toBe('replica')
    expect(await count(routes.reads)).toBe(1)
    // On a busy machine, a late answer of the primary may exclude the replica for a moment before this.
    expect(logged.slice(-2).map(({ msg }) => msg)).toEqual([
      'a read replica is not used',
      'a read replica answers again',
    ])
  })
})

describe('an unreachable replica', () => {
  it('fails no read when it is killed, is excluded, and returns', async () => {
    await readingWhile(async (more) => {
      await more(50)
      logged = []
      await replica.kill()
      await expectState('away')
      await more(50)
    })
    expect(await whoAnswers(routes.reads)).toBe('primary')
    await replica.start()
    await expectState('usable')
    await expect.poll(() => whoAnswers(routes.ownReads)).toBe('replica')
    // A dying server may answer once more and be excluded again.
    expect(logged[0]).toMatchObject({
      msg: 'a read replica is not used',
      replica: `127.0.0.1:${cable.port}/sankofa`,
      problem: 'away',
    })
    expect(logged.at(-1)).toMatchObject({ msg: 'a read replica answers again' })
    expect(JSON.stringify(logged)).not.toContain('hunter2')
  })

  it('fails no read when it stops answering', async () => {
    await readingWhile(async (more) => {
      await more(50)
      cable.freeze()
      await expectState('away')
      await more(50)
    })
    cable.cut()
    await expectState('usable')
  })

  it('leaves the reads to another replica', async () => {
    const nowhere = 'postgres://sankofa@127.0.0.1:1/sankofa'
    const both = open([nowhere, replicaUrl])
    try {
      await expect.poll(() => whoAnswers(both.longReads)).toBe('replica')
      expect(both.replicas.states()).toMatchObject([{ problem: 'away' }, { isUsable: true }])
    } finally {
      await both.close()
    }
  })
})

describe('a wrong replica', () => {
  it('is excluded if it is the primary itself or another database', async () => {
    const other = new URL(replicaUrl)
    other.pathname = '/postgres'
    const wrong = open([primary.url, other.href])
    try {
      await expect
        .poll(() => wrong.replicas.states().map(({ problem }) => problem))
        .toEqual(['not a replica of this database', 'not a replica of this database'])
      expect(await whoAnswers(wrong.longReads)).toBe('primary')
    } finally {
      await wrong.close()
    }
  })

  // This test is the last because a promotion cannot be undone.
  it('is excluded after its promotion to a primary', async () => {
    await readingWhile(async () => {
      await replica.query('select pg_promote()')
      await expectState('not a replica of this database')
    })
    await write(7)
    expect(await count(routes.longReads)).toBe(1)
  })
})
