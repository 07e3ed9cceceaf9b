import type { DeviceStore } from '#web/platform/offline/database.ts'

/** A browser's store, in memory. */
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
