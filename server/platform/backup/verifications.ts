import { statfs } from 'node:fs/promises'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { BackupTarget } from '#server/config/backup-config.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { BackupMemory, createProblemReporter } from './backup-memory.ts'
import type { Site } from '#server/platform/backup/base/base.ts'
import { type Repository, openBackups } from '#server/platform/backup/repository/repository.ts'
import { findBase, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { verify } from '#server/platform/backup/restore/verify.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
const EVERY_MILLISECONDS = 7 * DAY_MILLISECONDS
const RETRY_MILLISECONDS = DAY_MILLISECONDS
/** Verifications must not slow down a site that has just started and fills its caches. */
const AFTER_START_MILLISECONDS = 60 * 60 * 1000

interface Deps {
  memory: BackupMemory
  log: Log
  reporter: ReturnType<typeof createProblemReporter>
}

/**
 * The first verification runs an hour after the start, later ones every week; a failed one is repeated a day later.
 */
export function createVerifications({ dataDir }: Site, { memory, log, reporter }: Deps) {
  const firstAt = Date.now() + AFTER_START_MILLISECONDS
  const isPast = (at: string | undefined, milliseconds: number) =>
    at === undefined || Date.now() - Date.parse(at) >= milliseconds
  return {
    isDue(): boolean {
      const { baseAt, verifiedAt, verifyBegunAt } = memory.read()
      return (
        baseAt !== undefined &&
        Date.now() >= firstAt &&
        isPast(verifyBegunAt, RETRY_MILLISECONDS) &&
        isPast(verifiedAt, EVERY_MILLISECONDS)
      )
    },
    async verify(targets: BackupTarget[]): Promise<void> {
      const at = new Date().toISOString()
      try {
        // The start is stored first: if the verification kills the process, for example because memory is short, it
        // must not do so every hour.
        await memory.change({
          verifyBegunAt: at,
          verifyProblem: `A verification of the backup began on ${at} and has not ended.`,
        })
        for (const target of targets) {
          const whole = await verifyNewest(await openBackups(target), dataDir).catch((error: unknown) => {
            throw new BootError(`${target.setting}: ${String(error)}`)
          })
          log.info(
            { target: target.folder, ...whole },
            'the backup was restored beside the site and is complete',
          )
        }
        await memory.change({ verifiedAt: at })
        await reporter.clear()
      } catch (error) {
        await reporter.report(error)
      }
    },
  }
}

async function verifyNewest(repository: Repository, dataDir: string) {
  const base = await findBase(repository)
  if (!base) throw new BootError('there is no complete backup yet')
  await requireRoom(dataDir, base)
  const { rows, files } = await verify(repository, base, {
    scratch: dataDir,
    settings: { shared_buffers: '64MB' },
  })
  return { base: base.startedAt, rows, files }
}

/** A restore needs the size of the database, and as much again stays free for the site. */
async function requireRoom(dataDir: string, { database }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < 2 * database.bytes)
    throw new BootError(
      'The backup could not be verified: the disk of DATA_DIR has too little room to restore the database beside it.',
    )
}
