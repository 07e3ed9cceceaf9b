import type { BackupTarget } from '#server/config/backup-config.ts'
import type { Config } from '#server/config/config.ts'
import { requireSeparateFolders } from '#server/platform/backup/separate-folders.ts'
import { readState } from '#server/platform/backup/backup-memory.ts'
import {
  explainNothing,
  openBackups,
  type Repository,
} from '#server/platform/backup/repository/repository.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { refuseElsewhere } from './elsewhere.ts'
import { momentOf } from './moment-of.ts'

/** The copy that a command works with. */
export interface Chosen {
  /** True for the copy in BACKUP_SECOND_DIR. */
  second?: boolean
  /** Reads a versioned bucket as of this moment. */
  'bucket-at'?: string
}

export const CHOICE_OPTIONS = { second: { type: 'boolean' }, 'bucket-at': { type: 'string' } } as const

export interface ChosenBackup {
  repository: Repository
  /** End of the period that can be restored, according to the site. */
  coveredUntil: string | undefined
  /** Explains why no backup was found. */
  explainNothing: () => Promise<BootError>
}

/** Opens every copy in its present state; reports which one cannot be opened and why. */
export async function openCopies({ backup }: Config, say: (line: string) => void): Promise<Repository[]> {
  const copies: Repository[] = []
  for (const target of backup.second ? [backup, backup.second] : [backup])
    try {
      copies.push(await openBackups(target))
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      say(error.message)
    }
  return copies
}

export async function openChosen(
  config: Config,
  { second = false, 'bucket-at': text }: Chosen = {},
): Promise<ChosenBackup> {
  await refuseElsewhere(config)
  await requireSeparateFolders(config)
  const target: BackupTarget | undefined = second ? config.backup.second : config.backup
  if (!target) throw new BootError('BACKUP_SECOND_DIR: it is not set.')
  if (text !== undefined && !target.bucket)
    throw new BootError(`--bucket-at: ${target.setting} is a folder; only a bucket has versions.`)
  const at =
    text === undefined ? undefined : momentOf(text, { timeZone: config.site.timeZone, option: '--bucket-at' })
  const { coveredUntil, location, secondUntil, secondLocation } = await readState(config.dataDir)
  const [reach, where] = second ? [secondUntil, secondLocation] : [coveredUntil, location]
  return {
    repository: await openBackups(target, at),
    coveredUntil: at === undefined && where === target.folder ? reach : undefined,
    explainNothing: () => explainNothing(target, at),
  }
}
