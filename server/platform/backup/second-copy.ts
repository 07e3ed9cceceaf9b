import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { BackupTarget } from '#server/config/backup-config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { noteSharing } from './separate-folders.ts'
import { createBackoff, type BackupMemory, type createProblemReporter } from './backup-memory.ts'
import { refuseOtherDatabase } from '#server/platform/backup/base/base.ts'
import { type Repository, openBackups } from '#server/platform/backup/repository/repository.ts'
import { noteIfDamaged } from '#server/platform/backup/repository/damaged.ts'
import { processInBatches } from '#server/platform/backup/repository/in-batches.ts'
import { isStored } from '#server/platform/backup/log/branches.ts'
import { isInLog } from '#server/platform/backup/log/log-segments.ts'
import { findBase, isManifest, listBases } from '#server/platform/backup/base/manifest.ts'

const FILES_AT_ONCE = 16
const SHOWN = 5
const COMPARE_EVERY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Names that the first repository has and the second lacks; both list them sorted. */
async function* missingIn(second: Repository, first: Repository): AsyncGenerator<string> {
  const copies = second.list('')[Symbol.asyncIterator]()
  let copy = await copies.next()
  for await (const name of first.list('')) {
    while (!copy.done && copy.value < name) copy = await copies.next()
    if (copy.done || copy.value !== name) yield name
  }
}

/** True if the second has this file of the log; a different file of that name is refused. */
async function holdsInLog(second: Repository, first: Repository, name: string): Promise<boolean> {
  if (!isInLog(name)) return false
  const isThere = await noteIfDamaged(
    isStored(second, name, () => first.read(name)),
    () => undefined,
  )
  return isThere !== false
}

/**
 * Copies readable files and returns the names of the others. Manifests come last, because a base with a manifest
 * counts as whole.
 */
async function copyAll(
  second: Repository,
  first: Repository,
  names: AsyncIterable<string>,
): Promise<string[]> {
  const manifests: string[] = []
  const unreadable: string[] = []
  async function copy(name: string): Promise<void> {
    try {
      if (await holdsInLog(second, first, name)) return
      await second.copy(name, first)
    } catch (error) {
      // A BootError says why the second repository does not work.
      if (error instanceof BootError) throw error
      unreadable.push(name)
    }
  }
  await processInBatches(names, FILES_AT_ONCE, async (name) => {
    if (isManifest(name)) manifests.push(name)
    else await copy(name)
  })
  for (const name of manifests)
    if (!unreadable.some((other) => dirname(other) === dirname(name))) await copy(name)
  return unreadable
}

/**
 * Copies the stored bytes of files that the second target lacks. Files never change under their name, so a file
 * damaged later in the first stays whole in the second. Returns the names that the first cannot read.
 */
export const completeSecond = (second: Repository, first: Repository): Promise<string[]> =>
  copyAll(second, first, missingIn(second, first))

/** Warning about files that the second copy lacks. */
export function describeUnreadable({ location }: Repository, names: string[]): string {
  const shown = names.slice(0, SHOWN).join(', ')
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''
  return `The second copy of the backup lacks what cannot be read in ${location}: ${shown}${more}.`
}

/** Refuses an empty folder that had a copy: its disk is probably not mounted. */
async function refuseEmptied(second: Repository, { read }: BackupMemory): Promise<void> {
  const { location } = second
  const { secondUntil, secondLocation } = read()
  if (secondUntil === undefined || secondLocation !== location) return
  if ((await listBases(second)).length === 0 && !(await second.hasFilesOfOtherKeys()))
    throw new BootError(
      `BACKUP_SECOND_DIR: ${location} is empty, though a copy was made there. Is its disk mounted? To start a new copy there, run npm run backup.`,
    )
}

interface Deps {
  memory: BackupMemory
  reporter: ReturnType<typeof createProblemReporter>
  /** Removes files that are no longer needed. */
  tidy: (repository: Repository) => Promise<void>
  log: Log
}

/**
 * Keeps the second target up to date: new files are copied at once, and both are compared at the start and once a
 * day. A file deleted in the first stays in the second for the second's own number of days.
 */
export function createSecondCopy(target: BackupTarget, { memory, reporter, tidy, log }: Deps) {
  const names = new Set<string>()
  const backoff = createBackoff()
  let comparedAt = -Infinity
  let opened: Repository | undefined
  let unreadable: string[] = []

  async function compare(second: Repository, first: Repository): Promise<void> {
    const startedAt = Date.now()
    refuseOtherDatabase(await findBase(second), memory.read().system, target.setting)
    // The comparison finds these files; the names of files that arrive while it runs must stay.
    names.clear()
    unreadable = await completeSecond(second, first)
    comparedAt = startedAt
    await tidy(second)
  }

  async function copyNew(second: Repository, first: Repository): Promise<void> {
    const some = [...names]
    unreadable.push(...(await copyAll(second, first, Readable.from(some))))
    for (const name of some) names.delete(name)
  }

  return {
    /** The first repository, noting stored files for the second. */
    following: (first: Repository): Repository => ({
      ...first,
      async put(name, content) {
        const written = await first.put(name, content)
        names.add(name)
        return written
      },
    }),
    async update(first: Repository): Promise<void> {
      if (!backoff.isOver()) return
      try {
        const { coveredUntil } = memory.read()
        // A bucket reports its own failures, and each request costs money, so it is opened once.
        const second = target.bucket && opened ? opened : await openBackups(target)
        opened = second
        const isDue = Date.now() - comparedAt >= COMPARE_EVERY_MILLISECONDS
        if (isDue || !target.bucket) await refuseEmptied(second, memory)
        if (isDue) await compare(second, first)
        await copyNew(second, first)
        await memory.change({ secondUntil: coveredUntil, secondLocation: second.location })
        await noteSharing('secondSharesDisk', { memory, log, folders: [second.location, first.location] })
        backoff.end()
        await (unreadable.length > 0
          ? reporter.report(new BootError(describeUnreadable(first, unreadable)))
          : reporter.clear())
      } catch (error) {
        backoff.begin()
        await reporter.report(error)
      }
    },
  }
}
