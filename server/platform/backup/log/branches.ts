import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { noteIfDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { isHistory, isSegment, logFile, logFolder, nameInLog, timelineOf } from './log-segments.ts'

/** The highest timeline used in any of the repositories, by its history or by its files. */
export async function newestTimeline(repositories: Repository[], system: string): Promise<number> {
  let newest = 1
  for (const repository of repositories)
    for await (const file of repository.list(logFolder(system))) {
      const name = nameInLog(file)
      if (isHistory(name) || isSegment(name)) newest = Math.max(newest, timelineOf(name))
    }
  return newest
}

/** Stores the histories of timelines after `newest` in every repository; `report` receives a line for each failure. */
export async function shipHistories(
  repositories: Repository[],
  { system, folder, newest }: { system: string; folder: string; newest: number },
  report: (line: string) => void,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isHistory(name) && timelineOf(name) > newest)
  for (const repository of repositories)
    for (const name of names)
      try {
        await repository.put(logFile(system, name), createReadStream(join(folder, name)))
      } catch (error) {
        if (!(error instanceof BootError)) throw error
        report(error.message)
      }
}

async function digest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(Readable.from(content), hash)
  return hash.digest('hex')
}

/**
 * Returns whether a repository has this file of the log. Throws a BootError if it has a different file of that name:
 * after a restore that did not know all timelines, two of them may share a name. The server itself sends a file again
 * only with the same content.
 */
export async function isStored(
  repository: Repository,
  file: string,
  content: () => AsyncIterable<Uint8Array>,
): Promise<boolean> {
  if (!(await repository.has(file))) return false
  const stored = await noteIfDamaged(digest(repository.read(file)), () => undefined)
  if (stored === undefined) return false
  if (stored === (await digest(content()))) return true
  throw new BootError(
    `${repository.location} already has a different ${file} from another restore, which must not be replaced. Back up to another folder or bucket; this backup can still be restored.`,
  )
}
