import { statfs } from 'node:fs/promises'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { BackupTarget } from '#server/config/backup-config.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Remembered, troubles } from './backup-memory.ts'
import type { Site } from '#server/platform/backup/base/base.ts'
import { type Repository, openBackups } from '#server/platform/backup/repository/repository.ts'
import { findBase, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { verify } from '#server/platform/backup/restore/verify.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
const EVERY_MILLISECONDS = 7 * DAY_MILLISECONDS
const AGAIN_MILLISECONDS = DAY_MILLISECONDS
/** Not beside the first minutes of a site, when it fills its caches. */
const AFTER_START_MILLISECONDS = 60 * 60 * 1000

interface Deps {
  memory: Remembered
  log: Log
  trouble: ReturnType<typeof troubles>
}

/** An hour after the start where none was made yet, and then every week; what fails is tried again a day later. */
export function verificationsOf({ dataDir }: Site, { memory, log, trouble }: Deps) {
  const firstAt = Date.now() + AFTER_START_MILLISECONDS
  const isPast = (at: string | undefined, milliseconds: number) =>
    at === undefined || Date.now() - Date.parse(at) >= milliseconds
  return {
    isDue(): boolean {
      const { baseAt, verifiedAt, verifyBegunAt } = memory.read()
      return (
        baseAt !== undefined &&
        Date.now() >= firstAt &&
        isPast(verifyBegunAt, AGAIN_MILLISECONDS) &&
        isPast(verifiedAt, EVERY_MILLISECONDS)
      )
    },
    async verify(targets: BackupTarget[]): Promise<void> {
      const at = new Date().toISOString()
      try {
        // Before it begins: it may end with the process, as when memory is short, and must not do so each hour.
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
            'the backup was restored beside the site and is whole',
          )
        }
        await memory.change({ verifiedAt: at })
        await trouble.over()
      } catch (error) {
        await trouble.note(error)
      }
    },
  }
}

async function verifyNewest(repository: Repository, dataDir: string) {
  const base = await findBase(repository)
  if (!base) throw new BootError('there is no whole backup yet')
  await requireRoom(dataDir, base)
  const { rows, files } = await verify(repository, base, {
    scratch: dataDir,
    settings: { shared_buffers: '64MB' },
  })
  return { base: base.startedAt, rows, files }
}

/** As much again as the database, beside what the site needs. */
async function requireRoom(dataDir: string, { database }: Manifest): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < 2 * database.bytes)
    throw new BootError(
      'The backup could not be verified: the disk of DATA_DIR has too little room to restore the database beside it.',
    )
}
