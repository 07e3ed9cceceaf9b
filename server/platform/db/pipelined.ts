import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { clientConfig, type ConnectOptions, type Database } from './connect.ts'
import { PreparingClient, type PreparingConfig } from './preparing-client.ts'
import type { DB } from './schema.ts'

const CONNECTIONS = 4

const refuse = () => Promise.reject(new Error('Pipelined connections accept only single statements'))

/** A connection shared by many statements at once: each is sent without waiting for the previous one. */
class PipelinedConnection implements DatabaseConnection {
  waiting = 0
  readonly #config: PreparingConfig
  #client: Promise<pg.Client> | undefined

  constructor(config: PreparingConfig) {
    this.#config = config
  }

  async #open(): Promise<pg.Client> {
    const client = new PreparingClient({ ...this.#config, pipeline: true })
    const forget = () => (this.#client = undefined)
    client.once('end', forget)
    client.on('error', forget)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    return client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.waiting += 1
    try {
      const client = await (this.#client ??= this.#open())
      const { rows } = await client.query<Row & pg.QueryResultRow>(sql, [...parameters])
      return { rows }
    } finally {
      this.waiting -= 1
    }
  }

  streamQuery(): never {
    throw new Error('Pipelined connections accept only single statements')
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }
}

function createDriver(connections: PipelinedConnection[]): Driver {
  return {
    init: async () => undefined,
    acquireConnection: async () => connections.reduce((a, b) => (b.waiting < a.waiting ? b : a)),
    releaseConnection: async () => undefined,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
  }
}

/**
 * Opens a few connections that send statements without waiting for earlier ones. Only reads well below a millisecond
 * should use them, because statements behind a slow one wait for it. Transactions are refused.
 */
export function connectPipelined(
  url: string,
  options: Pick<ConnectOptions, 'statementTimeoutMilliseconds' | 'watch'> = {},
): Database {
  const config = { ...clientConfig(url, options), onQuery: options.watch?.recorderOf('pipelined') }
  const connections = Array.from({ length: CONNECTIONS }, () => new PipelinedConnection(config))
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => createDriver(connections),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  underWay.set(db, () => connections.reduce((total, { waiting }) => total + waiting, 0))
  return db
}

const underWay = new WeakMap<Database, () => number>()

/** Number of unanswered statements on the connections that `connectPipelined` opened. */
export const countUnderWay = (db: Database): number => underWay.get(db)?.() ?? 0
