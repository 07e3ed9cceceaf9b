import type { ApiError } from '#web/api/client.ts'
import { withStore } from './device-store.ts'

/** A message that the server has not confirmed. */
export interface OutboxEntry {
  clientKey: string
  personId: string
  conversationId: string
  content: string
  /** The picture of a photo, with no text then. */
  photo: Blob | null
  /** Whether the photo was reduced to what is worth sending. */
  isReduced?: boolean
  createdAt: string
  /** Orders the entries; higher is later. */
  place: number
  /** Why the server refused it: it waits for its writer to try again. */
  problem: string | null
  /** How often the server failed with it. */
  faults?: number
  /** What the server called it. */
  code?: ApiError['code']
}

export interface OutboxStore {
  all(): Promise<OutboxEntry[]>
  put(entry: OutboxEntry): Promise<void>
  remove(clientKey: string): Promise<void>
}

/** Holds entries as long as the tab is open, where the browser has no database. */
export function memoryOutboxStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>()
  return {
    all: async () => [...entries.values()],
    put: async (entry) => void entries.set(entry.clientKey, entry),
    remove: async (clientKey) => void entries.delete(clientKey),
  }
}

const deviceStore: OutboxStore = {
  all: () => withStore<OutboxEntry[]>('outbox', 'readonly', (store) => store.getAll()),
  put: (entry) => withStore('outbox', 'readwrite', (store) => store.put(entry)),
  remove: (clientKey) => withStore('outbox', 'readwrite', (store) => store.delete(clientKey)),
}

/** Entries outlive the tab in the browser's database; what that does not take is held here. */
export function deviceOutboxStore(device = deviceStore, memory = memoryOutboxStore()): OutboxStore {
  return {
    async all() {
      const kept = await device.all().catch(() => [])
      const held = await memory.all()
      const isHeld = (clientKey: string) => held.some((entry) => entry.clientKey === clientKey)
      return [...kept.filter(({ clientKey }) => !isHeld(clientKey)), ...held]
    },
    async put(entry) {
      await device.put(entry).then(
        () => memory.remove(entry.clientKey),
        () => memory.put(entry),
      )
    },
    async remove(clientKey) {
      await memory.remove(clientKey)
      await device.remove(clientKey).catch(() => undefined)
    },
  }
}
