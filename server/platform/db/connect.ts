import { setTimeout } from 'node:timers/promises'
import {
  Kysely,
  type KyselyConfig,
  PostgresDialect,
  sql,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import pg from 'pg'
import { BootError } from '#server/platform/process/boot-error.ts'
import { PreparingClient, type PreparingConfig } from './preparing-client.ts'
import type { QueryWatch } from './query-watch.ts'
import type { DB } from './schema.ts'
import { valueParsers } from './value-parsers.ts'

export type Database = Kysely<DB>

export interface ConnectOptions {
  /** Maximum connections at once; each is a process of the server. */
  connections?: number
  /** A statement that runs longer is cancelled. 0 means never. */
  statementTimeoutMilliseconds?: number
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void
  /** Records the duration of each statement. */
  watch?: QueryWatch
}

const CONNECT_TIMEOUT_MILLISECONDS = 5000
const SILENCE_MILLISECONDS = 5000

/** PostgreSQL cancelled this transaction to end a deadlock or a serialization conflict; a retry usually succeeds. */
const RETRYABLE = ['40P01', '40001']
const isRetryable = (error: unknown) => RETRYABLE.includes((error as { code?: string } | null)?.code ?? '')

/**
 * The other transaction of a deadlock needs a moment to get the released lock; an immediate retry could take it
 * first.
 */
const RETRY_PAUSE_MILLISECONDS = 20

async function retryVictim<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isRetryable(error)) throw error
  }
  await setTimeout(RETRY_PAUSE_MILLISECONDS * (1 + Math.random()))
  return act()
}

/**
 * Retries a transaction once if PostgreSQL cancelled it, so a transaction may have no effects outside the database.
 * Single statements are retried too; statements within a transaction have executors of their own.
 */
class RetryingDatabase extends Kysely<DB> {
  constructor(config: KyselyConfig) {
    super(config)
    const executor = this.getExecutor()
    const once = executor.executeQuery.bind(executor)
    executor.executeQuery = (query, options) => retryVictim(() => once(query, options))
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (act) => retryVictim(() => runWithSteps(once, act))
    return builder
  }
}

type Execute = TransactionBuilder<DB>['execute']

const stepsAfter = new WeakMap<Database, (() => void)[]>()

async function runWithSteps<T>(execute: Execute, act: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  const steps: (() => void)[] = []
  const result = await execute((tx) => {
    stepsAfter.set(tx, steps)
    return act(tx)
  })
  for (const step of steps) step()
  return result
}

/**
 * Runs `step` as soon as the transaction `tx` has committed, before its caller continues; never if it is rolled back.
 */
export function afterCommit(tx: Database, step: () => void): void {
  const steps = stepsAfter.get(tx)
  if (!steps) throw new Error('afterCommit needs a transaction of this connection')
  steps.push(step)
}

/** Settings that all connections share, pooled or pipelined. */
export const clientConfig = (
  url: string,
  { statementTimeoutMilliseconds: timeout }: Pick<ConnectOptions, 'statementTimeoutMilliseconds'>,
): PreparingConfig => ({
  connectionString: url,
  types: valueParsers,
  statementNames: new Map(),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
  ...(timeout && {
    statement_timeout: timeout,
    // The server cancels long statements itself; this timeout covers a server that hangs or disappears.
    query_timeout: timeout + SILENCE_MILLISECONDS,
  }),
  application_name: 'sankofa',
})

/**
 * Opens a pool; connections are made when needed. bigint arrives as number, numeric as string, timestamptz as an ISO
 * string in UTC. Statements with parameters are prepared (see PreparingClient): reading the newest 24 products took
 * 0.36 ms instead of 0.9; `db.executeQuery(compiled)` also saves the time in which Kysely builds the text.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const config: pg.PoolConfig & PreparingConfig = {
    ...clientConfig(url, options),
    Client: PreparingClient as unknown as pg.PoolConfig['Client'],
    max: options.connections ?? 10,
    onQuery: options.watch?.recorderOf('pool'),
  }
  const pool = new pg.Pool(config)
  pool.on('error', (error) => options.onConnectionLost?.(error))
  // A broken connection fails its statement; without a listener its error event would also end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = new RetryingDatabase({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Database, pg.Pool>()

/** Use of the pool behind a database that `connect` opened. */
export function poolUse(db: Database) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return {
    busy: totalCount - idleCount,
    idle: idleCount,
    /** Statements and transactions that wait for a connection. */
    waiting: waitingCount,
  }
}

const OLDEST_VERSION = 18

/** Throws a BootError if the server is too old. `version` is PostgreSQL's server_version_num: 180004 is 18.4. */
export function checkServerVersion(version: number): void {
  const major = Math.trunc(version / 10_000)
  if (major >= OLDEST_VERSION) return
  throw new BootError(
    `DATABASE_URL: this PostgreSQL is version ${major}, but ${OLDEST_VERSION} or newer is needed. Upgrade it, or leave DATABASE_URL empty to use the built-in one.`,
  )
}

/** Connects to the server once. Throws a BootError that says why it cannot be used. */
export async function checkServer(db: Database): Promise<void> {
  let version: number
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(db)
    version = rows[0]?.version ?? 0
  } catch (error) {
    throw new BootError(`DATABASE_URL: ${reasonOf(error)}`, { cause: error })
  }
  checkServerVersion(version)
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'no PostgreSQL listens there. Start it, or correct host and port.',
  ENOTFOUND: 'its host is not known. Correct the host name.',
  EAI_AGAIN: 'its host is not known. Correct the host name.',
  ENOENT: 'no PostgreSQL listens on that socket. Start it, or correct the path.',
  '28P01': 'the password is wrong. Correct it.',
  '28000': 'the server refuses this user. Correct the user, or allow it in pg_hba.conf.',
  '3D000': 'the server has no such database. Create it with createdb, or correct the name.',
  '42501': 'the user may not use this database. Grant it the rights.',
  '08P01':
    'a pooler refuses a setting of the connection. Put ignore_startup_parameters = statement_timeout into the settings of PgBouncer.',
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  // A host with several addresses fails with an AggregateError, whose own message is empty.
  return (
    REASONS[code] ??
    `the database cannot be reached (${message || code}). Correct the address, or start the server.`
  )
}
