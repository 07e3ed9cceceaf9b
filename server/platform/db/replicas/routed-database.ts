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

/** Runs a read on a database that the route chooses. */
export type Route = <T>(read: (db: Database) => Promise<T>) => Promise<T>

const refuse = () => Promise.reject(new Error('This connection accepts only single reads'))

/** A database that sends each statement to the database `route` chooses, so it accepts only reads. */
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
