import pg from 'pg'

/** How the rows of a statement are read: as far as `pg` keeps it in a result. */
interface Columns {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}

/** Of the statements that one connection has prepared and had described, by their names. */
export type KnownColumns = Map<string, Columns>

type Connection = object
type Callback = (error: Error | null, result: pg.QueryResult) => void

/** What `pg` has and its types leave out. */
interface Internals {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => Internals

const silent = new WeakMap<Connection, Connection>()

/** The connection, which sends no request to describe. */
function withoutDescribe(connection: Connection): Connection {
  const known = silent.get(connection)
  if (known) return known
  const quiet = Object.create(connection, { describe: { value: () => undefined } }) as Connection
  silent.set(connection, quiet)
  return quiet
}

export interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}

/**
 * A prepared statement whose columns are described once per connection: `pg` requests it with every execution, which
 * costs as much as reading a row of many columns does. They cannot change as long as it stays prepared: PostgreSQL then
 * fails with "cached plan must not change result type". A pooler may prepare it anew in between, without a word: there
 * `known` is left out, and each execution is described.
 */
export class NamedQuery extends Query {
  readonly #known: KnownColumns | undefined

  constructor({ name, text, values }: NamedStatement, known: KnownColumns | undefined, callback: Callback) {
    super(text, values, callback)
    this.name = name
    this.#known = known
  }

  override prepare(connection: Connection): void {
    const columns = this.#known?.get(this.name)
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    return super.prepare(withoutDescribe(connection))
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#known?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}
