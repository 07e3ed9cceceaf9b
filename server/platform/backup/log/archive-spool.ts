import { createReadStream } from 'node:fs'
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { spoolFolder } from '#server/platform/db/embedded/embedded-settings.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { isStored } from './branches.ts'
import { isHistory, isSegment, logFile, nextSegment, SEGMENT_BYTES } from './log-segments.ts'

/** While the backup's disk cannot be reached, a full disk of the site would be worse than a hole in the log. */
const SPOOL_BYTES_MAX = 4 * 1024 ** 3
const FREE_BYTES_MIN = 2 * 1024 ** 3

/** The server's own notes about a base are not needed. */
const isAboutBase = (name: string) => name.endsWith('.backup')

/** Waiting files in the order of the log; histories come before the files that follow them. */
async function listWaiting(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  for (const name of names.filter(isAboutBase)) await rm(join(folder, name), { force: true })
  return [...names.filter(isHistory).toSorted(), ...names.filter(isSegment).toSorted()]
}

export const isWaiting = async (dataDir: string, segment: string): Promise<boolean> =>
  (await listWaiting(spoolFolder(dataDir))).some((name) => name.toLowerCase() === segment)

/** Moves waiting files to the backup in order, and reports for each whether one is missing before it. */
export async function shipLog(
  repository: Repository,
  { dataDir, system }: { dataDir: string; system: string },
  before: string | undefined,
  onShipped: (last: string, followsHole: boolean) => Promise<void>,
): Promise<void> {
  const folder = spoolFolder(dataDir)
  let last = before
  for (const name of await listWaiting(folder)) {
    const [stored, content] = [logFile(system, name), () => createReadStream(join(folder, name))]
    if (!(await isStored(repository, stored, content))) await repository.put(stored, content())
    await rm(join(folder, name), { force: true })
    if (!isSegment(name)) continue
    const segment = name.toLowerCase()
    // The server sends some files again after a start.
    if (last !== undefined && segment <= last) continue
    await onShipped(segment, last !== undefined && segment !== nextSegment(last))
    last = segment
  }
}

/** Deletes the oldest waiting files if they use too much space. Returns true if it deleted any. */
export async function boundSpool(dataDir: string): Promise<boolean> {
  const folder = spoolFolder(dataDir)
  const waiting = (await listWaiting(folder)).filter(isSegment)
  const { bavail, bsize } = await statfs(folder)
  const tooMany = waiting.length - SPOOL_BYTES_MAX / SEGMENT_BYTES
  const missing = Math.ceil((FREE_BYTES_MIN - bavail * bsize) / SEGMENT_BYTES)
  const dropped = waiting.slice(0, Math.max(tooMany, missing, 0))
  for (const name of dropped) await rm(join(folder, name))
  return dropped.length > 0
}
