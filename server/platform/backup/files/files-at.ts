import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { copyName, readIndex, type StoredCopy } from './file-index.ts'
import { hashed } from '#server/platform/backup/repository/hashed.ts'
import type { Manifest } from '#server/platform/backup/base/manifest.ts'
import { readShippedNotes } from './shipped-notes.ts'

async function measure(repository: Repository, key: string): Promise<StoredCopy> {
  const { chunks, result } = hashed(repository.read(copyName(key)))
  for await (const chunk of chunks) if (chunk.byteLength === 0) break
  return { key, ...result() }
}

async function readChanges(
  repository: Repository,
  { startedAt }: Manifest,
  { newest, note }: { newest: Date; note: (line: string) => void },
) {
  const changes = new Map<string, StoredCopy | undefined>()
  /** They may be gone from the site before the base's list of files was written. */
  const removedLater = new Set<string>()
  for await (const { key, sign, copy, at } of readShippedNotes(repository, new Date(startedAt), note)) {
    const time = new Date(at)
    if (sign === '-' && time >= newest) removedLater.add(key)
    else if (time <= newest) changes.set(key, copy)
  }
  return { changes, removedLater }
}

/**
 * What was stored when the newest transaction was written: what the base has, and what was stored and removed since. A
 * file is stored before its row and removed after it. What of the changes cannot be read is noted.
 */
export async function* filesAt(
  repository: Repository,
  base: Manifest,
  { newest, note }: { newest: Date; note: (line: string) => void },
): AsyncGenerator<StoredCopy> {
  const { changes, removedLater } = await readChanges(repository, base, { newest, note })
  for await (const copy of readIndex(repository, base.stamp)) {
    removedLater.delete(copy.key)
    if (!changes.has(copy.key)) yield copy
  }
  for (const copy of changes.values()) if (copy) yield copy
  for (const key of removedLater)
    if (!changes.has(key) && (await repository.has(copyName(key)))) yield measure(repository, key)
}
