import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { regionByFoldedName, type Whereabouts } from './rules.ts'

/** What a typed location means: a region by its name, else every town whose name begins so. */
export async function readWhereabouts(db: Database, location: string): Promise<Whereabouts> {
  const { rows } = await sql<{ folded: string; placeIds: number[] }>`
    select folded, array(
      select id from places
      where kind = 'town' and (starts_with(folded_name, folded) or folded_name = btrim(split_part(folded, ',', 1)))
      order by folded_name <> folded, id
    )::int[] as "placeIds"
    from fold(${location.replaceAll('\0', ' ')}) as folded
    where folded <> ''`.execute(db)
  const { folded = '', placeIds = [] } = rows[0] ?? {}
  return { region: regionByFoldedName(folded), placeIds, prefix: folded }
}
