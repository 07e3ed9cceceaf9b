import { vi } from 'vitest'
import { BrowserStore, type DeviceStore, type StoredRow } from '#web/platform/offline/database.ts'

/** A browser's store in memory. */
export const memoryStore = <Row extends { key: string }>(
  rows = new Map<string, Row>(),
): DeviceStore<Row> => ({
  all: async () => [...rows.values()],
  get: async (key) => rows.get(key),
  put: async (row) => void rows.set(row.key, row),
  async delete(keys) {
    for (const key of keys) rows.delete(key)
  },
})

/**
 * Stores all rows in memory instead of the browser's database until the end of the test. Returns the rows of
 * a kind.
 */
export function stubDevice(): <Row extends StoredRow>(kind: string) => Map<string, Row> {
  const kinds = new Map<string, Map<string, StoredRow>>()
  function rowsOf(kind: string) {
    const rows = kinds.get(kind) ?? new Map<string, StoredRow>()
    kinds.set(kind, rows)
    return rows
  }
  for (const name of ['all', 'get', 'put', 'delete'] as const)
    vi.spyOn(BrowserStore.prototype, name).mockImplementation(function call(
      this: BrowserStore<StoredRow>,
      ...input: unknown[]
    ) {
      const store = memoryStore(rowsOf(this.kind))
      return Reflect.apply(store[name], store, input) as never
    })
  return rowsOf as ReturnType<typeof stubDevice>
}
