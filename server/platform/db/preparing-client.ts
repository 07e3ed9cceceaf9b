import type { Socket } from 'node:net'
import pg from 'pg'
import { noteConnectionError } from '#server/platform/errors/database-outage.ts'
import type { QueryRecorder } from './query-watch.ts'

/** The code has few distinct statements; the limit guards against one whose text differs each time. */
const MOST_STATEMENTS = 400
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b/i

/** Names of prepared statements by their texts. */
export type StatementNames = Map<string, string>

/** Returns the name to prepare a statement under; undefined if it cannot be prepared or there are too many already. */
function statementName(names: StatementNames, text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST_STATEMENTS || text.includes(';') || !PREPARABLE.test(text)) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Class of errors that announce the end of a connection: shutdown, crash, dropped database. */
const ENDED_BY_SERVER = /^57P/

type Query = (query: unknown, values?: unknown, callback?: unknown) => unknown

/** Options of a connection. */
export interface PreparingConfig extends pg.ClientConfig {
  onQuery?: QueryRecorder
  /** Names shared by the connections of one pool. */
  statementNames?: StatementNames
}

type Connection = NodeJS.EventEmitter & { stream: Socket }
const connectionOf = (client: pg.Client) => (client as unknown as { connection: Connection }).connection

/**
 * A client that prepares each parameterised statement once per connection, so that PostgreSQL parses and plans it
 * once. Kysely does not notice. PgBouncer must have version 1.21 or newer.
 */
export class PreparingClient extends pg.Client {
  constructor(config: PreparingConfig) {
    super(config)
    const { onQuery, statementNames = new Map() } = config
    const plain = this.query.bind(this) as Query
    this.query = ((text: unknown, values?: unknown, callback?: unknown) => {
      const name = Array.isArray(values) && !callback ? statementName(statementNames, text) : undefined
      const started = performance.now()
      const answer = name ? plain({ name, text, values }) : plain(text, values, callback)
      if (!(answer instanceof Promise)) return answer
      // A single chain of promises that begins here, so that traces and error stacks show the caller.
      return answer.then(
        (result: unknown) => {
          onQuery?.(String(text), started, true)
          return result
        },
        (error: Error) => {
          onQuery?.(String(text), started, false)
          this.#closeAfterTimeout(error)
          Error.captureStackTrace(error)
          throw error
        },
      )
    }) as typeof this.query
    connectionOf(this).on('error', noteConnectionError)
    this.once('connect', () => this.#closeWhenServerEnds())
  }

  /** Closes a connection that did not answer in time, because a late answer would reach the next statement. */
  #closeAfterTimeout({ message }: Error): void {
    if (message !== 'Query read timeout') return
    void this.end().catch(() => undefined)
    connectionOf(this).stream.destroy()
  }

  /**
   * Closes a connection when the server announces its end: the error arrives before the connection ends, and the pool
   * would otherwise reuse it.
   */
  #closeWhenServerEnds(): void {
    connectionOf(this).on('errorMessage', ({ code = '' }: { code?: string }) => {
      if (ENDED_BY_SERVER.test(code)) void this.end().catch(() => undefined)
    })
  }
}
