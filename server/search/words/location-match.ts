import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { LocationMatch } from '#server/search/filters/filters.ts'

/** The meaning of a typed location; undefined if it covers the whole country. */
export async function readLocationMatch(db: Database, location: string): Promise<LocationMatch | undefined> {
  const { rows } = await sql<LocationMatch>`
    select region, place_ids::int[] as "placeIds", query
    from location_meaning(${location.replaceAll('\0', ' ')})`.execute(db)
  return rows[0]
}
