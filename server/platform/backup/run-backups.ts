import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { BackupConfig } from '#server/config/backup-config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { within } from '#server/platform/concurrency/within.ts'
import type { Log } from '#server/platform/process/log.ts'
import { boundSpool, isWaiting, shipLog } from '#server/platform/backup/log/archive-spool.ts'
import { type BackupState, pauses, type Remembered, remember, troubles } from './backup-memory.ts'
import { isPrepared, makeBase, refuseOther, type Site } from '#server/platform/backup/base/base.ts'
import { type Depot, openBackups } from '#server/platform/backup/depot/depot.ts'
import { readNotes, removeOldNotes } from '#server/platform/backup/files/file-notes.ts'
import { copyKey } from '#server/platform/backup/base/key-copies.ts'
import { segmentBefore } from '#server/platform/backup/log/log-segments.ts'
import { findBase, listBases, stampOf } from '#server/platform/backup/base/manifest.ts'
import { removeOld } from '#server/platform/backup/base/retention.ts'
import { secondCopyOf } from './second-copy.ts'
import { shipNotes } from '#server/platform/backup/files/shipped-notes.ts'
import { verificationsOf } from './verifications.ts'

const PACE_MILLISECONDS = 20_000
const BASE_EVERY_MILLISECONDS = 24 * 60 * 60 * 1000
/** Until the server has put the end of its log beside; it does so in moments. */
const ARCHIVING_MILLISECONDS = 10_000
const POLL_MILLISECONDS = 50
/** What a site that stops still waits for. */
const LAST_MILLISECONDS = 5_000

export interface BackupRunner {
  /** Brings the backup up to this moment, with a base and a verification where one is due. */
  goOn(): Promise<void>
  close(): Promise<void>
}

interface LogEnd {
  system: string
  segment: string
}

/** Ends the file of the log that is being written. Everything written before is in it or an earlier one. */
async function endSegment(adminUrl: string, { last }: BackupState): Promise<LogEnd> {
  const client = new pg.Client(adminUrl)
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A file without a record is not ended, and the one before it may be from before there was a backup.
    if (last === undefined) await client.query("select pg_create_restore_point('sankofa')")
    const { rows } = await client.query<{ lsn: string; timeline: number; system: string }>(`
      select pg_switch_wal()::text as lsn, system_identifier::text as system,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
      from pg_control_system()`)
    if (!rows[0]) throw new Error('One row')
    const { system, ...position } = rows[0]
    return { system, segment: segmentBefore(position) }
  } finally {
    await client.end()
  }
}

async function untilArchived(dataDir: string, segment: string, last: string | undefined): Promise<void> {
  if (last !== undefined && last >= segment) return
  const giveUpAt = Date.now() + ARCHIVING_MILLISECONDS
  for (; !(await isWaiting(dataDir, segment)); await sleep(POLL_MILLISECONDS)) {
    if (Date.now() > giveUpAt)
      throw new BootError('The database does not hand on its log; postgres.log in DATA_DIR says why.')
  }
}

/**
 * Of another database, or another folder: what was learned there counts for nothing here. Refuses an empty folder where
 * a base was made: the backup would go to the disk below.
 */
async function isElsewhere(system: string, depot: Depot, { read }: Remembered): Promise<boolean> {
  const { system: known, baseAt, location } = read()
  if (known !== system) return true
  if (baseAt === undefined) return false
  const stamp = stampOf(new Date(baseAt))
  const bases = await listBases(depot)
  if (bases.some((base) => base.stamp === stamp && base.isWhole)) return false
  if (location === depot.location && bases.length === 0)
    throw new BootError(
      `BACKUP_DIR: ${location} is empty, though the base of ${baseAt} was made there. Is its disk mounted? If the backup may begin anew there, run npm run backup.`,
    )
  return true
}

async function startOver(system: string, depot: Depot, { change }: Remembered): Promise<void> {
  const base = await findBase(depot)
  refuseOther(base, system)
  await change({
    system,
    location: depot.location,
    last: undefined,
    hasHole: true,
    baseAt: base?.startedAt,
    coveredUntil: undefined,
    verifiedAt: undefined,
    verifyProblem: undefined,
    key: undefined,
    secondUntil: undefined,
  })
}

async function endLog(adminUrl: string, depot: Depot, memory: Remembered): Promise<LogEnd> {
  const end = await endSegment(adminUrl, memory.read())
  if (!(await isElsewhere(end.system, depot, memory))) return end
  await startOver(end.system, depot, memory)
  return endSegment(adminUrl, memory.read())
}

/** One step: all that was written until now goes to the backup. Throws what keeps it from doing so. */
async function ship({ dataDir, adminUrl, storage }: Site, depot: Depot, memory: Remembered): Promise<void> {
  const now = Date.now()
  const { system, segment } = await endLog(adminUrl, depot, memory)
  await untilArchived(dataDir, segment, memory.read().last)
  // The key before the log, so that whatever arrives sealed can be opened.
  const { key } = memory.read()
  const copied = await copyKey(depot, dataDir, key)
  if (copied !== key) await memory.change({ key: copied })
  // Pictures first, so that every row that arrives finds its own.
  const { notes, readSoFar } = await readNotes(dataDir, memory.read().notes)
  await shipNotes(storage, depot, notes)
  await memory.change({ notes: readSoFar })
  await removeOldNotes(dataDir, readSoFar, now)
  await shipLog(depot, { dataDir, system }, memory.read().last, async (last, followsHole) => {
    if (followsHole) await memory.noteHole()
    await memory.change({ last })
  })
  const { hasHole, baseAt } = memory.read()
  if (!hasHole && baseAt) await memory.change({ coveredUntil: new Date(now).toISOString() })
}

const isDue = ({ baseAt, hasHole }: BackupState) =>
  baseAt === undefined || hasHole || Date.now() - Date.parse(baseAt) >= BASE_EVERY_MILLISECONDS

interface BaseDeps {
  memory: Awaited<ReturnType<typeof remember>>
  log: Log
  trouble: ReturnType<typeof troubles>
}

/** Some buckets let nothing be deleted, on purpose: their own rules remove what is old. */
const tidying = (days: number, log: Log) => async (depot: Depot) =>
  removeOld(depot, days).catch((error: unknown) =>
    log.warn({ err: error }, 'what is old stays in the backup'),
  )

/** Making a base never fails: why there is none is noted. */
function basesOf(site: Site, { days }: BackupConfig, { memory, log, trouble }: BaseDeps) {
  const pause = pauses()
  const tidy = tidying(days, log)
  return {
    isDue: async () => isDue(memory.read()) && pause.isOver() && (await isPrepared(site.adminUrl)),
    async make(depot: Depot): Promise<void> {
      const holes = memory.countHoles()
      try {
        // What no moment needs may be what takes the room.
        await tidy(depot)
        const { startedAt, endedAt, files } = await makeBase(site, depot)
        await memory.change({ baseAt: startedAt, hasHole: memory.countHoles() !== holes })
        await tidy(depot)
        log.info({ startedAt, endedAt, files }, 'a base of the backup was made')
        pause.end()
        await trouble.over()
      } catch (error) {
        pause.begin()
        await trouble.note(error)
      }
    },
  }
}

/** Long work beside the steps, one at a time; what comes while it runs is left to a later step. */
function background() {
  let running: Promise<void> | undefined
  return {
    begin(work: () => Promise<void>): void {
      running ??= work().finally(() => (running = undefined))
    },
    current: () => running,
  }
}

/** What is done beside the log: whole copies, looks at them, the second copy. */
async function tasksOf(site: Site, config: BackupConfig, log: Log, isClosing: () => boolean) {
  const memory = await remember(site.dataDir)
  const troubleOf = (part: Parameters<typeof troubles>[0]) => troubles(part, log, memory, isClosing)
  const second =
    config.second &&
    secondCopyOf(config.second, {
      memory,
      trouble: troubleOf('secondProblem'),
      tidy: tidying(config.days, log),
    })
  return {
    memory,
    trouble: troubleOf('problem'),
    bases: basesOf(site, config, { memory, log, trouble: troubleOf('baseProblem') }),
    verifications: verificationsOf(site, { memory, log, trouble: troubleOf('verifyProblem') }),
    targets: config.second ? [config, config.second] : [config],
    follow: (depot: Depot) => second?.following(depot) ?? depot,
    copyOn: async (depot: Depot) => second?.goOn(depot),
  }
}

/** Keeps the backup of a running site whole: its log and pictures every twenty seconds, a base every day. */
export async function runBackups(site: Site, config: BackupConfig, log: Log): Promise<BackupRunner> {
  const closing = new AbortController()
  const isClosing = () => closing.signal.aborted
  const tasks = await tasksOf(site, config, log, isClosing)
  const { memory, trouble, bases, verifications } = tasks
  const [making, copying] = [background(), background()]
  let opened: Depot | undefined

  async function step(): Promise<void> {
    try {
      // A folder may be mounted later, or taken away; a bucket says so by itself.
      const depot = config.bucket && opened ? opened : tasks.follow(await openBackups(config))
      opened = depot
      await ship(site, depot, memory)
      await trouble.over()
      if (isClosing()) return
      if (await bases.isDue()) making.begin(() => bases.make(depot))
      if (verifications.isDue()) making.begin(() => verifications.verify(tasks.targets))
      copying.begin(() => tasks.copyOn(depot))
    } catch (error) {
      await trouble.note(error)
      if (await boundSpool(site.dataDir).catch(() => false)) await memory.noteHole()
    }
  }

  let last = Promise.resolve()
  const goOn = () => (last = last.then(step))
  async function run(): Promise<void> {
    while (!isClosing()) {
      await goOn()
      await sleep(PACE_MILLISECONDS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    async goOn() {
      await goOn()
      for (let work = making.current(); work; work = making.current()) {
        await work
        await goOn()
      }
      await copying.current()
      // What came while that was copied.
      if (opened) await tasks.copyOn(opened)
    },
    async close() {
      closing.abort()
      await within(LAST_MILLISECONDS, running.then(goOn), undefined)
    },
  }
}
