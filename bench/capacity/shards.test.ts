import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { crossingOf, findCrossings, type Partitioned, PLAN } from './shards.ts'

const plan: Record<string, Partitioned | 'reference'> = {
  shops: { group: 'listing', column: 'region' },
  wares: { group: 'listing', column: 'region' },
  notes: { group: 'conversation', column: 'shop_id' },
  regions: 'reference',
}
const unique = (table: string, ...columns: string[]) =>
  crossingOf({ table, kind: 'unique', columns, target: null, target_columns: [] }, plan)?.why
const foreign = (table: string, columns: string[], target: string, targetColumns: string[]) =>
  crossingOf({ table, kind: 'foreign', columns, target, target_columns: targetColumns }, plan)?.why

describe('what crosses between nodes', () => {
  it('a unique index has the column that partitions its table', () => {
    expect(unique('shops', 'id')).toBe('without the column it is partitioned by')
    expect(unique('shops', 'region', 'id')).toBeUndefined()
    expect(unique('regions', 'name')).toBeUndefined()
    expect(unique('elsewhere', 'id')).toBeUndefined()
  })

  it('a foreign key stays within a group by that column, or leads to a table that is everywhere', () => {
    expect(foreign('wares', ['shop_id'], 'shops', ['id'])).toBe('without the column it is partitioned by')
    expect(foreign('wares', ['region', 'shop_id'], 'shops', ['region', 'id'])).toBeUndefined()
    expect(foreign('wares', ['region'], 'regions', ['name'])).toBeUndefined()
    expect(foreign('notes', ['shop_id'], 'shops', ['id'])).toBe('of another group')
    expect(foreign('regions', ['shop_id'], 'shops', ['id'])).toBe('from a reference table')
    expect(foreign('wares', ['owner'], 'elsewhere', ['id'])).toBe('to a table of the coordinator')
    expect(foreign('elsewhere', ['shop_id'], 'shops', ['id'])).toBe('of another group')
    expect(foreign('elsewhere', ['region'], 'regions', ['name'])).toBeUndefined()
  })
})

describe('the schema as it stands', () => {
  const database = setUp(createTestDatabase)

  it('has every table that is partitioned, and its keys are found', async () => {
    const tables = await database.db.introspection.getTables()
    const columns = new Map(tables.map(({ name, columns: all }) => [name, all.map((column) => column.name)]))
    expect(Object.keys(PLAN).filter((table) => !columns.has(table))).toEqual([])
    const { crossings } = await findCrossings(database.db)
    const found = crossings.map(({ table, what }) => `${table} ${what}`)
    expect(found).toContain('accounts unique (email)')
    expect(found).toContain('conversations to products (product_id)')
    expect(found).not.toContain('products to regions (region)')
    expect(found).not.toContain('messages unique (conversation_id, seq)')
  })
})
