import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

/** Gives the test an empty browser database, as on a first visit. */
export function stubBrowserDatabase(): void {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
}
