import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { unlessMissing } from '#server/platform/errors/unless-missing.ts'
import { withStorageErrors } from './storage-failure.ts'

const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** A folder for files on their way; removes what a killed process left there. */
export async function openIncoming(folder: string): Promise<void> {
  await withStorageErrors(() => mkdir(folder, { recursive: true }))
  await removeAbandoned(folder)
}

/** What a process killed in the middle of `put` left behind. Young files may belong to another process. */
export async function removeAbandoned(folder: string): Promise<void> {
  const limit = Date.now() - ABANDONED_AFTER_MS
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const found = await unlessMissing(stat(file))
    if (found && found.mtimeMs < limit) await rm(file, { force: true })
  }
}
