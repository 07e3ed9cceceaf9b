import type { CompiledQuery } from 'kysely'
import type { Database } from './connect.ts'

/** A placeholder for a parameter while a statement is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })

/**
 * A read whose statement is built once and run with different values: building takes about as long as everything else
 * that Node does for it. `build` may pass the values to the statement but not read them.
 */
export function prepared<Row, Values extends Record<string, unknown> | undefined = undefined>(
  build: (db: Database, values: Values) => CompiledQuery<Row>,
): (db: Database, ...values: Values extends undefined ? [] : [Values]) => Promise<Row[]> {
  let statement: CompiledQuery<Row> | undefined
  return async (db, values: Readonly<Record<string, unknown>> = {}) => {
    statement ??= build(db, placeholders as Values)
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters })
    return rows
  }
}
