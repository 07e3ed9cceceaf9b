import type { Socket } from 'node:net'
import pg from 'pg'
import { noteConnectionError } from './database-outage.ts'
import { type KnownColumns, NamedQuery } from './named-query.ts'
import type { NoteQuery } from './query-watch.ts'

/** Statements that differ in shape are few; the bound only guards against one that is built anew each time. */
const MOST_STATEMENTS = 400
const PREPARABLE = /^\s*(select|with|insert|update|delete)\b/i

const names = new Map<string, string>()

/**
 * The name under which a statement is prepared, the same on every connection; undefined for statements that
 * cannot be prepared or come too late to be worth it.
 */
function statementName(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const known = names.get(text)
  if (known) return known
  if (names.size >= MOST_STATEMENTS || text.includes(';') || !PREPARABLE.test(text)) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Class of the errors by which the server ends a connection: shut down, crashed, database dropped. */
const ENDED_BY_SERVER = /^57P/

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** What a connection is opened with. */
export interface PreparingConfig extends pg.ClientConfig {
  onQuery?: NoteQuery
}

type Connection = NodeJS.EventEmitter & { stream: Socket }
export const connectionOf = (client: pg.Client) =>
  (client as unknown as { connection: Connection }).connection

/**
 * A client that prepares each parameterised statement once per connection, so that PostgreSQL parses and plans
 * it once. Kysely needs to know nothing of it. Behind PgBouncer this takes version 1.21 or newer.
 */
export class PreparingClient extends pg.Client {
  readonly #known: KnownColumns = new Map()
  readonly #onQuery: NoteQuery | undefined

  constructor(config: PreparingConfig) {
    super(config)
    this.#onQuery = config.onQuery
    const plain = this.query.bind(this) as Query
    this.query = ((text: unknown, values?: unknown, callback?: unknown) => {
      const name = Array.isArray(values) && !callback ? statementName(text) : undefined
      if (name) return this.#queryNamed(plain, name, String(text), values as unknown[])
      const started = performance.now()
      const answer = plain(text, values, callback)
      if (!(answer instanceof Promise)) return answer
      answer.then(
        () => this.#note(String(text), started),
        (error: Error) => this.#note(String(text), started, error),
      )
      return answer
    }) as typeof this.query
    connectionOf(this).on('error', noteConnectionError)
    this.once('connect', () => this.#leaveOnNotice())
  }

  #queryNamed(plain: Query, name: string, text: string, values: unknown[]): Promise<unknown> {
    const started = performance.now()
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, result: unknown) => {
        this.#note(text, started, error)
        if (error) reject(error)
        else resolve(result)
      }
      plain(new NamedQuery(name, { text, values, known: this.#known, callback }))
    }).catch((error: Error) => {
      // As `pg` does: the stack shows who queried, not who read the reply.
      Error.captureStackTrace(error)
      throw error
    })
  }

  #note(text: string, started: number, error?: Error | null): void {
    this.#onQuery?.(text, started, !error)
    if (error) this.#breakOffWhenDeaf(error)
  }

  /** Nothing came within the time for an answer: whatever comes later, the pool must not hand it out again. */
  #breakOffWhenDeaf({ message }: Error): void {
    if (message !== 'Query read timeout') return
    void this.end().catch(() => undefined)
    connectionOf(this).stream.destroy()
  }

  /** The statement's error comes before the connection's end: without this the pool would hand it out once more. */
  #leaveOnNotice(): void {
    connectionOf(this).on('errorMessage', ({ code = '' }: { code?: string }) => {
      if (ENDED_BY_SERVER.test(code)) void this.end().catch(() => undefined)
    })
  }
}
