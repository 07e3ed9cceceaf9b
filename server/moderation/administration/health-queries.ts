import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const TABLES_SHOWN = 8

export interface DatabaseFacts {
  version: string
  migration: string
  bytes: number
  photos: number
}

/** Photos are the planner's estimate if it has one, because counting them takes longer the more there are. */
export async function selectDatabaseFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (select max(name) from schema_migrations) as migration,
      pg_database_size(current_database()) as bytes,
      (select case when reltuples < 0 then (select count(*) from product_images)::int else reltuples::int end
       from pg_class where oid = 'product_images'::regclass) as photos`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('The query of database facts returned no row')
  return facts
}

export async function selectLargestTables(db: Database): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select c.relname as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss')
    order by bytes desc, name limit ${sql.lit(TABLES_SHOWN)}`.execute(db)
  return rows
}
