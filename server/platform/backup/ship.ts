import { setTimeout as sleep } from 'node:timers/promises'
import { BootError } from '#server/platform/process/boot-error.ts'
import { selectRow, withAdmin } from '#server/platform/backup/base/admin-connection.ts'
import { refuseOtherDatabase, type Site } from '#server/platform/backup/base/base.ts'
import { copyKey } from '#server/platform/backup/base/key-copies.ts'
import { findBase, listBases, stampOf } from '#server/platform/backup/base/manifest.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { readNotes, removeOldNotes } from '#server/platform/backup/files/file-notes.ts'
import { shipNotes } from '#server/platform/backup/files/shipped-notes.ts'
import { isWaiting, shipLog } from '#server/platform/backup/log/archive-spool.ts'
import { segmentBefore } from '#server/platform/backup/log/log-segments.ts'
import type { BackupState, BackupMemory } from './backup-memory.ts'

/** Maximum wait until the server has archived the end of its log, which usually takes moments. */
const ARCHIVING_MILLISECONDS = 10_000
const POLL_MILLISECONDS = 50

interface LogEnd {
  system: string
  segment: string
}

/** Ends the current file of the log. Everything written before is in it or in an earlier one. */
function endSegment(adminUrl: string, { last }: BackupState): Promise<LogEnd> {
  return withAdmin(adminUrl, async (client) => {
    // PostgreSQL does not end a file that has no record, and the file before it may be older than the backup.
    if (last === undefined) await client.query("select pg_create_restore_point('sankofa')")
    const { system, ...position } = await selectRow<{ lsn: string; timeline: number; system: string }>(
      client,
      `select pg_switch_wal()::text as lsn, system_identifier::text as system,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
       from pg_control_system()`,
    )
    return { system, segment: segmentBefore(position) }
  })
}

async function waitUntilArchived(dataDir: string, segment: string, last: string | undefined): Promise<void> {
  if (last !== undefined && last >= segment) return
  const giveUpAt = Date.now() + ARCHIVING_MILLISECONDS
  for (; !(await isWaiting(dataDir, segment)); await sleep(POLL_MILLISECONDS)) {
    if (Date.now() > giveUpAt)
      throw new BootError('The database does not archive its log. See postgres.log in DATA_DIR.')
  }
}

/**
 * True if the state belongs to another database or folder and must be reset. Refuses an empty folder that had a base:
 * its disk is probably not mounted, and the backup would fill the disk of the mount point.
 */
async function mustStartOver(
  system: string,
  repository: Repository,
  { read }: BackupMemory,
): Promise<boolean> {
  const { system: known, baseAt, location } = read()
  if (known !== system) return true
  if (baseAt === undefined) return false
  const stamp = stampOf(new Date(baseAt))
  const bases = await listBases(repository)
  if (bases.some((base) => base.stamp === stamp && base.isWhole)) return false
  if (location === repository.location && bases.length === 0 && !(await repository.hasFilesOfOtherKeys()))
    throw new BootError(
      `BACKUP_DIR: ${location} is empty, though the base of ${baseAt} was made there. Is its disk mounted? To start a new backup there, run npm run backup.`,
    )
  return true
}

async function startOver(system: string, repository: Repository, { change }: BackupMemory): Promise<void> {
  const base = await findBase(repository)
  refuseOtherDatabase(base, system)
  await change({
    system,
    location: repository.location,
    last: undefined,
    hasHole: true,
    baseAt: base?.startedAt,
    coveredUntil: undefined,
    verifiedAt: undefined,
    verifyBegunAt: undefined,
    verifyProblem: undefined,
    key: undefined,
    secondUntil: undefined,
  })
}

async function endLog(adminUrl: string, repository: Repository, memory: BackupMemory): Promise<LogEnd> {
  const end = await endSegment(adminUrl, memory.read())
  if (!(await mustStartOver(end.system, repository, memory))) return end
  await startOver(end.system, repository, memory)
  return endSegment(adminUrl, memory.read())
}

/** Ships everything written until now to the backup. Throws if it cannot. */
export async function ship(
  { dataDir, adminUrl, storage }: Site,
  repository: Repository,
  memory: BackupMemory,
): Promise<void> {
  const now = Date.now()
  const { system, segment } = await endLog(adminUrl, repository, memory)
  await waitUntilArchived(dataDir, segment, memory.read().last)
  // The key comes before the log, so that sealed data in the log can be opened.
  const { key } = memory.read()
  const copied = await copyKey(repository, dataDir, key)
  if (copied !== key) await memory.change({ key: copied })
  // Pictures come before the log, so that every row has its picture.
  const { notes, readSoFar } = await readNotes(dataDir, memory.read().notes)
  await shipNotes(storage, repository, notes)
  await memory.change({ notes: readSoFar })
  await removeOldNotes(dataDir, readSoFar, now)
  await shipLog(repository, { dataDir, system }, memory.read().last, async (last, followsHole) => {
    if (followsHole) await memory.noteHole()
    await memory.change({ last })
  })
  const { hasHole, baseAt } = memory.read()
  if (!hasHole && baseAt) await memory.change({ coveredUntil: new Date(now).toISOString() })
}
