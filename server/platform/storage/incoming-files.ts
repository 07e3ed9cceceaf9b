import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { withStorageErrors } from './storage-failure.ts'

const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Opens a folder for incomplete files, and removes those that a killed process left there. */
export async function openIncoming(folder: string): Promise<void> {
  await withStorageErrors(() => mkdir(folder, { recursive: true }))
  await removeAbandoned(folder)
}

/** Removes files of processes killed during `put`. Recent files may belong to a running process. */
export async function removeAbandoned(folder: string): Promise<void> {
  const limit = Date.now() - ABANDONED_AFTER_MS
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await nullIfMissing(stat(file))
    if (found && found.mtimeMs < limit) await rm(file, { force: true })
  }
}
