import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { copyName, FILES, readIndex } from '#server/platform/backup/files/file-index.ts'
import { removeOldKeys } from './key-copies.ts'
import {
  isSegment,
  logFolder,
  nameInLog,
  segmentBefore,
  spotOf,
} from '#server/platform/backup/log/log-segments.ts'
import { listBases, type Manifest, readManifest, removeFolder, removeManifest, timeOf } from './manifest.ts'
import { listShippedNotes, readShippedNotes } from '#server/platform/backup/files/shipped-notes.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Merges sorted lists into one sorted list. */
async function* merged(lists: AsyncIterable<string>[]): AsyncGenerator<string> {
  const readers = lists.map((list) => list[Symbol.asyncIterator]())
  const heads = await Promise.all(readers.map((reader) => reader.next()))
  for (;;) {
    let least: number | undefined
    for (const [index, head] of heads.entries())
      if (!head.done && (least === undefined || head.value < String(heads[least]?.value))) least = index
    const [head, reader] = least === undefined ? [] : [heads[least], readers[least]]
    if (least === undefined || !head || !reader) return
    yield head.value as string
    heads[least] = await reader.next()
  }
}

async function* keysOf(repository: Repository, stamp: string): AsyncGenerator<string> {
  for await (const { key } of readIndex(repository, stamp)) yield copyName(key)
}

async function* noted(repository: Repository, from: Date): AsyncGenerator<string> {
  const keys = new Set<string>()
  for await (const { key } of readShippedNotes(repository, from)) keys.add(copyName(key))
  yield* [...keys].toSorted()
}

/** Removes files that neither a remaining base nor a moment after the oldest of them needs. */
async function removeUnused(repository: Repository, stamps: string[], oldest: Manifest): Promise<void> {
  const since = new Date(oldest.startedAt)
  const needed = merged([noted(repository, since), ...stamps.map((stamp) => keysOf(repository, stamp))])
  let next = await needed.next()
  let former = ''
  for await (const name of repository.list(FILES)) {
    if (name < former) throw new Error(`The backup lists ${name} after ${former}`)
    former = name
    while (!next.done && next.value < name) next = await needed.next()
    if (next.done || next.value !== name) await repository.remove(name)
  }
}

async function removeOldLog(repository: Repository, { system, end, startedAt }: Manifest): Promise<void> {
  const first = spotOf(segmentBefore(end))
  for await (const file of repository.list(logFolder(system))) {
    const name = nameInLog(file)
    if (isSegment(name) && spotOf(name) < first) await repository.remove(file)
  }
  for (const { name, at } of await listShippedNotes(repository))
    if (at < new Date(startedAt)) await repository.remove(name)
}

/**
 * Keeps the newest base that is at least `days` days old, and everything since then. Removes earlier bases, bases that
 * were never finished, and their log and files. An interrupted removal continues the next time.
 */
export async function removeOld(repository: Repository, days: number, now = Date.now()): Promise<void> {
  const bases = await listBases(repository)
  const whole = bases.filter(({ isWhole }) => isWhole).map(({ stamp }) => stamp)
  const isOld = (stamp: string, limit: number) => timeOf(stamp).getTime() <= now - limit * DAY_MILLISECONDS
  const first = whole.findLast((stamp) => isOld(stamp, days)) ?? whole[0]
  if (first === undefined) return
  const removable = bases.filter(
    ({ stamp, isWhole }) => (isWhole && stamp < first) || (!isWhole && isOld(stamp, 1)),
  )
  if (removable.length === 0) return
  for (const { stamp, isWhole } of removable) if (isWhole) await removeManifest(repository, stamp)
  const oldest = await readManifest(repository, first)
  await removeOldLog(repository, oldest)
  await removeOldKeys(repository, oldest)
  const remaining = whole.filter((stamp) => stamp >= first)
  await removeUnused(repository, remaining, oldest)
  for (const { stamp } of removable) await removeFolder(repository, stamp)
}
