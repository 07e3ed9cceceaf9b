import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/** Gives the test a browser's database, as empty as on the first visit. */
export function stubBrowserDatabase(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
}
