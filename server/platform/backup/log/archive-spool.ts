import { createReadStream } from 'node:fs'
import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { spoolFolder } from '#server/platform/db/embedded/embedded-settings.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { isStored } from './branches.ts'
import { isHistory, isSegment, logFile, nextSegment, SEGMENT_BYTES } from './log-segments.ts'

/** While the backup's disk is away, the site's own is worth more than a log without a hole. */
const MOST_BYTES = 4 * 1024 ** 3
const LEAST_FREE_BYTES = 2 * 1024 ** 3

/** The server's own notes about a base, which nobody reads. */
const isAboutBase = (name: string) => name.endsWith('.backup')

/** What waits, in the order of the log; branches before what follows them. */
async function listWaiting(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  for (const name of names.filter(isAboutBase)) await rm(join(folder, name), { force: true })
  return [...names.filter(isHistory).toSorted(), ...names.filter(isSegment).toSorted()]
}

export const isWaiting = async (dataDir: string, segment: string): Promise<boolean> =>
  (await listWaiting(spoolFolder(dataDir))).some((name) => name.toLowerCase() === segment)

/** Moves what waits to the backup, in order; says of each file whether one is missing before it. */
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
    // After a start some are sent once more.
    if (last !== undefined && segment <= last) continue
    await onShipped(segment, last !== undefined && segment !== nextSegment(last))
    last = segment
  }
}

/** Drops the oldest of what waits where it takes too much. Returns whether it did. */
export async function boundSpool(dataDir: string): Promise<boolean> {
  const folder = spoolFolder(dataDir)
  const waiting = (await listWaiting(folder)).filter(isSegment)
  const { bavail, bsize } = await statfs(folder)
  const tooMany = waiting.length - MOST_BYTES / SEGMENT_BYTES
  const missing = Math.ceil((LEAST_FREE_BYTES - bavail * bsize) / SEGMENT_BYTES)
  const dropped = waiting.slice(0, Math.max(tooMany, missing, 0))
  for (const name of dropped) await rm(join(folder, name))
  return dropped.length > 0
}
