import type { Depot } from './depot.ts'
import { readIndex, type StoredCopy } from './file-index.ts'
import type { Manifest } from './manifest.ts'
import { readShippedNotes } from './shipped-notes.ts'

/** What was stored at a moment, or is now: what the base has, and what was stored and removed since. */
export async function* filesAt(depot: Depot, base: Manifest, at?: Date): AsyncGenerator<StoredCopy> {
  const changes = new Map<string, StoredCopy | undefined>()
  for await (const { key, copy, at: time } of readShippedNotes(depot, new Date(base.startedAt)))
    if (!at || new Date(time) <= at) changes.set(key, copy)
  for await (const copy of readIndex(depot, base.stamp)) if (!changes.has(copy.key)) yield copy
  for (const copy of changes.values()) if (copy) yield copy
}
