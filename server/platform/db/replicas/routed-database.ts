import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** Runs a read on the database of its choice. */
export type Route = <T>(read: (db: Database) => Promise<T>) => Promise<T>

const refuse = () => Promise.reject(new Error('This connection takes single reads only'))

/** Each statement goes where `route` sends it, so that only reads may be put to it. */
class RoutedDatabase extends Kysely<DB> {
  constructor(route: Route) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => ({
          init: async () => undefined,
          acquireConnection: refuse,
          releaseConnection: async () => undefined,
          beginTransaction: refuse,
          commitTransaction: refuse,
          rollbackTransaction: refuse,
          destroy: async () => undefined,
        }),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.getExecutor().executeQuery = <R>(query: CompiledQuery<R>): Promise<QueryResult<R>> =>
      route((db) => db.executeQuery(query))
  }
}

export const routedDatabase = (route: Route): Database => new RoutedDatabase(route)
