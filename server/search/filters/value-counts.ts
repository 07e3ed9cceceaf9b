import { sql } from 'kysely'
import { filteredChoices } from '#contract/selling/choices.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Sql } from './conditions.ts'

/** Number of products for each value, by the attribute's name or the choice's key. */
type ValueCounts = ReadonlyMap<string, ReadonlyMap<string, number>>

interface CountRow {
  name: string
  value: string
  count: number
}

/** No attribute's name begins like this. */
export const choiceKey = (column: string) => `:${column}`

const CHOICES = sql.raw(filteredChoices.map(({ column }) => `'${choiceKey(column)}', f.${column}`).join(', '))

/** Counts the values of some products, given as a statement for their ids and choices. */
export async function readValueCounts(
  db: Database,
  matches: Sql,
  { withAttributes }: { withAttributes: boolean },
): Promise<ValueCounts> {
  const choices = sql`jsonb_build_object(${CHOICES})`
  const values = withAttributes
    ? sql`products p on p.id = f.id cross join lateral jsonb_each(p.attributes || ${choices}) a`
    : sql`lateral jsonb_each(${choices}) a on true`
  const { rows } = await sql<CountRow>`
    select a.key as name, a.value #>> '{}' as value, count(*)::int as count
    from (${matches}) f join ${values}
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
