import { sql } from 'kysely'
import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isOnSale } from '#server/products/visibility.ts'
import { all, indexedConditions } from './conditions.ts'
import type { Filters } from './filters.ts'

/** Number of products for each value, by the attribute's name. */
type ValueCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

interface CountRow {
  name: string
  value: string
  count: number
}

/** Counts at most COUNT_EXACT_MAX products, by the best index for the filters. */
export async function readValueCounts(db: Database, filters: Filters): Promise<ValueCounts> {
  const conditions = all([isOnSale, ...indexedConditions(filters)])
  const { rows } = await sql<CountRow>`
    select a.key as name, a.value #>> '{}' as value, count(*)::int as count
    from (select p.attributes from products p where ${conditions} limit ${sql.lit(COUNT_EXACT_MAX)}) p,
      jsonb_each(p.attributes) a
    where jsonb_typeof(a.value) = 'string'
    group by 1, 2
    order by 3 desc, 2`.execute(db)
  const byName = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...byName].map(([name, counted]) => [name, new Map(counted.map(({ value, count }) => [value, count]))]),
  )
}

export interface CountedValues {
  counts: ValueCounts
  more: boolean
}
