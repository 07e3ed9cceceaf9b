import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupConfig } from '#server/config/backup-config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { boundSpool } from '#server/platform/backup/log/archive-spool.ts'
import { isPrepared, makeBase, type Site } from '#server/platform/backup/base/base.ts'
import { removeOld } from '#server/platform/backup/base/retention.ts'
import { type Repository, openBackups } from '#server/platform/backup/repository/repository.ts'
import { noteSharing } from './separate-folders.ts'
import {
  type BackupState,
  createBackoff,
  type BackupMemory,
  openBackupMemory,
  createProblemReporter,
} from './backup-memory.ts'
import { createSecondCopy } from './second-copy.ts'
import { ship } from './ship.ts'
import { detectSilence } from './silence.ts'
import { createVerifications } from './verifications.ts'

const PACE_MILLISECONDS = 20_000
const BASE_EVERY_MILLISECONDS = 24 * 60 * 60 * 1000

export type BackupRunner = Awaited<ReturnType<typeof runBackups>>

/** Undefined for a bucket. */
async function diskOf({ folder, bucket }: BackupConfig): Promise<BackupState['disk']> {
  if (bucket || folder === undefined) return undefined
  const { bavail, bsize, blocks } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

const isDue = ({ baseAt, hasHole }: BackupState) =>
  baseAt === undefined || hasHole || Date.now() - Date.parse(baseAt) >= BASE_EVERY_MILLISECONDS

interface BaseDeps {
  memory: Awaited<ReturnType<typeof openBackupMemory>>
  log: Log
  reporter: ReturnType<typeof createProblemReporter>
}

/** Some buckets do not allow deletion on purpose; their own rules remove old files. */
const tidying = (days: number, log: Log) => async (repository: Repository) =>
  removeOld(repository, days).catch((error: unknown) =>
    log.warn({ err: error }, 'cannot delete old files of the backup'),
  )

/** Makes bases when they are due. `make` never throws; it stores why a base failed. */
function createBases(site: Site, { days }: BackupConfig, { memory, log, reporter }: BaseDeps) {
  const backoff = createBackoff()
  const tidy = tidying(days, log)
  return {
    isDue: async () => isDue(memory.read()) && backoff.isOver() && (await isPrepared(site.adminUrl)),
    async make(repository: Repository): Promise<void> {
      const holes = memory.countHoles()
      try {
        // Files that are no longer needed may take the space that the base needs.
        await tidy(repository)
        const { startedAt, endedAt, files } = await makeBase(site, repository)
        await memory.change({ baseAt: startedAt, hasHole: memory.countHoles() !== holes })
        await tidy(repository)
        log.info({ startedAt, endedAt, files }, 'a base of the backup was made')
        backoff.end()
        await reporter.clear()
      } catch (error) {
        backoff.begin()
        await reporter.report(error)
      }
    },
  }
}

/**
 * Runs long work beside the steps, one task at a time. `begin` does nothing while a task runs; a later step tries
 * again.
 */
function background() {
  let running: Promise<void> | undefined
  return {
    begin(work: () => Promise<void>): void {
      running ??= work().finally(() => (running = undefined))
    },
    current: () => running,
  }
}

/** Tasks beside shipping the log: bases, their verification, the second copy. */
async function createTasks(site: Site, config: BackupConfig, log: Log, isClosing: () => boolean) {
  const memory = await openBackupMemory(site.dataDir)
  const reporterOf = (part: Parameters<typeof createProblemReporter>[0]) =>
    createProblemReporter(part, log, memory, isClosing)
  const second =
    config.second &&
    createSecondCopy(config.second, {
      memory,
      reporter: reporterOf('secondProblem'),
      tidy: tidying(config.days, log),
      log,
    })
  const bases = createBases(site, config, { memory, log, reporter: reporterOf('baseProblem') })
  const verifications = createVerifications(site, { memory, log, reporter: reporterOf('verifyProblem') })
  const targets = config.second ? [config, config.second] : [config]
  const [making, copying] = [background(), background()]
  return {
    memory,
    reporter: reporterOf('problem'),
    follow: (repository: Repository) => second?.following(repository) ?? repository,
    async beginDue(repository: Repository): Promise<void> {
      if (await bases.isDue()) making.begin(() => bases.make(repository))
      if (verifications.isDue()) making.begin(() => verifications.verify(targets))
      copying.begin(async () => second?.update(repository))
    },
    /** The base or verification that runs now. */
    underWay: making.current,
    async completeCopy(repository: Repository): Promise<void> {
      await copying.current()
      // Files that arrived during that copy.
      await second?.update(repository)
    },
  }
}

/** Limits the waiting log, because a full disk of the site would be worse than a hole in the log. */
async function spareDisk({ dataDir }: Site, memory: BackupMemory): Promise<void> {
  if (await boundSpool(dataDir).catch(() => false)) await memory.noteHole().catch(() => undefined)
}

/** Keeps the backup of a running site whole: its log and pictures every twenty seconds, a base every day. */
export async function runBackups(site: Site, config: BackupConfig, log: Log) {
  const closing = new AbortController()
  const isClosing = () => closing.signal.aborted
  const { memory, reporter, ...tasks } = await createTasks(site, config, log, isClosing)
  let opened: Repository | undefined
  const silence = detectSilence()

  async function step(): Promise<void> {
    try {
      // A folder is opened each time, because it may be mounted or unmounted at any time; a bucket reports its own
      // failures.
      const repository =
        config.bucket && opened ? opened : silence.observe(tasks.follow(await openBackups(config)))
      opened = repository
      await ship(site, repository, memory)
      await memory.change({ disk: await diskOf(config) })
      await noteSharing('sharesDisk', { memory, log, folders: [repository.location, site.dataDir] })
      await reporter.clear()
      if (!isClosing()) await tasks.beginDue(repository)
    } catch (error) {
      await reporter.report(error)
      await spareDisk(site, memory)
    }
  }

  async function watch(): Promise<void> {
    if (!silence.isLong()) return
    await reporter.report(new BootError(`${config.setting}: ${config.folder} does not answer.`))
    await spareDisk(site, memory)
  }

  let last = Promise.resolve()
  const runStep = () => (last = last.then(() => silence.during(step)))
  async function repeat(work: () => Promise<void>): Promise<void> {
    while (!isClosing()) {
      await work()
      await sleep(PACE_MILLISECONDS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = repeat(runStep)
  void repeat(watch)
  let closed: Promise<void> | undefined

  return {
    /** Brings the backup up to date, with a base and a verification if they are due. */
    async update() {
      await runStep()
      for (let work = tasks.underWay(); work; work = tasks.underWay()) {
        await work
        await runStep()
      }
      if (opened) await tasks.completeCopy(opened)
    },
    /** Resolves after a last step, which may take long. The first call begins it. */
    close(): Promise<void> {
      closing.abort()
      return (closed ??= running.then(runStep))
    },
  }
}
