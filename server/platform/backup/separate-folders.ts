import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { within } from '#server/platform/concurrency/within.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import type { BackupMemory } from './backup-memory.ts'

/** A disk that does not answer must not delay a start or a command. */
const TIMEOUT_MILLISECONDS = 2_000

/** Resolves links; a missing folder is resolved by its nearest existing parent. */
async function resolveLinks(folder: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch {
    const parent = dirname(folder)
    return parent === folder ? folder : join(await resolveLinks(parent), basename(folder))
  }
}

const realFolder = (folder: string) => within(TIMEOUT_MILLISECONDS, resolveLinks(folder), folder)

function contains(outer: string, inner: string): boolean {
  const path = relative(outer, inner)
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
}

const overlap = (one: string, other: string) => contains(one, other) || contains(other, one)

/**
 * Refuses folders that contain each other: a restore moves all of DATA_DIR aside, and copies in one folder are lost
 * together.
 */
export async function requireSeparateFolders({
  dataDir,
  backup,
}: Pick<Config, 'dataDir' | 'backup'>): Promise<void> {
  const targets = [backup, backup.second].filter((target) => target?.folder !== undefined && !target.bucket)
  const folders = [
    { setting: 'DATA_DIR', folder: dataDir },
    ...targets.map((target) => ({ setting: target?.setting ?? '', folder: target?.folder ?? '' })),
  ]
  const real = await Promise.all(
    folders.map(async (each) => ({ ...each, real: await realFolder(each.folder) })),
  )
  const problems = real.flatMap((one, index) =>
    real
      .slice(0, index)
      .filter((other) => overlap(one.real, other.real))
      .map(
        (other) =>
          `${one.setting}: ${one.folder} and ${other.setting} (${other.folder}) contain each other. Set it to a separate folder, best on another disk.`,
      ),
  )
  if (problems.length > 0) throw new BootError(problems)
}

/** Warnings about a copy on the same disk as its original, by the field of `BackupState` that records it. */
export const SHARED_DISKS = {
  sharesDisk:
    'BACKUP_DIR is on the disk of DATA_DIR and would be lost with it. Set it to a folder on another disk, or to a bucket.',
  secondSharesDisk:
    'BACKUP_SECOND_DIR is on the disk of BACKUP_DIR and would be lost with it. Set it to a folder on another disk, or to a bucket.',
}

/** False if one of the two is a bucket, whose disk cannot be known. */
export async function areOnSameDisk(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(async (folder) => nullIfMissing(stat(folder))))
  return first !== null && first?.dev === second?.dev
}

interface Sharing {
  memory: BackupMemory
  log: Log
  folders: [string, string]
}

/** Records whether a copy is on the same disk as its original, and logs it once. */
export async function noteSharing(
  name: keyof typeof SHARED_DISKS,
  { memory, log, folders }: Sharing,
): Promise<void> {
  const shares = await areOnSameDisk(...folders)
  if (shares && !memory.read()[name]) log.warn(SHARED_DISKS[name])
  await memory.change({ [name]: shares })
}
