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
  /** The base's index may lack these files, because they were removed before it was written. */
  const removedLater = new Set<string>()
  for await (const { key, sign, copy, at } of readShippedNotes(repository, new Date(startedAt), note)) {
    const time = new Date(at)
    if (sign === '-' && time >= newest) removedLater.add(key)
    else if (time <= newest) changes.set(key, copy)
  }
  return { changes, removedLater }
}

/**
 * Files that were stored when the newest transaction was written: those of the base, with the changes since then. A
 * file is stored before its row and removed after it. `note` receives a line for changes that cannot be read.
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
