import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { SHARED_DISKS } from './separate-folders.ts'
import { readState } from './backup-memory.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/**
 * The log is shipped every twenty seconds, a base is made every day and verified every week; these limits allow for a
 * failure in between.
 */
const LATE = { log: 5 * MINUTE, base: 2 * DAY, verified: 15 * DAY, second: DAY }
/** Share of the disk that must be free. */
const SCARCE = 0.1

export interface BackupReport {
  /** Everything written until then can be restored; null if nothing can. */
  coveredUntil: string | null
  /** Start of the newest base. */
  baseAt: string | null
  /** Last time when a base was restored beside the site and was whole. */
  verifiedAt: string | null
  /** Reason why the log and the pictures cannot be backed up. */
  problem: string | null
  /** Reason why no base can be made. */
  baseProblem: string | null
  /** Problem that the last verification found. */
  verifyProblem: string | null
  /** Everything written until then can be restored from the second copy; undefined if there is none. */
  secondUntil: string | null | undefined
  /** Reason why the second copy cannot be updated. */
  secondProblem: string | null
  /** Bytes on the disk of BACKUP_DIR, as last seen; null for a bucket. */
  disk: { free: number; size: number } | null
  /** True if the backup is on the same disk as DATA_DIR. */
  sharesDisk: boolean
  secondSharesDisk: boolean
  /** Creation time of the database; a backup that was never made counts as late from then on. */
  since: string
}

/**
 * The backup's state as last noted by the process that runs it, readable by every process; null if the site makes no
 * backup.
 */
export async function readBackupReport({
  backup,
  dataDir,
  database,
}: Pick<Config, 'backup' | 'dataDir' | 'database'>): Promise<BackupReport | null> {
  if (backup.folder === undefined || database.kind === 'url') return null
  const [state, made] = await Promise.all([
    readState(dataDir),
    nullIfMissing(stat(join(dataDir, 'postgres', 'PG_VERSION'))),
  ])
  const orNull = (noted: string | undefined) => noted ?? null
  return {
    coveredUntil: orNull(state.coveredUntil),
    baseAt: orNull(state.baseAt),
    verifiedAt: orNull(state.verifiedAt),
    problem: orNull(state.problem),
    baseProblem: orNull(state.baseProblem),
    verifyProblem: orNull(state.verifyProblem),
    secondUntil: backup.second && orNull(state.secondUntil),
    secondProblem: backup.second ? orNull(state.secondProblem) : null,
    disk: state.disk ?? null,
    sharesDisk: backup.bucket === undefined && state.sharesDisk,
    secondSharesDisk: backup.second !== undefined && state.secondSharesDisk,
    since: (made?.mtime ?? new Date()).toISOString(),
  }
}

/** A line for everything that is older than its limit. */
function lateLines({ coveredUntil, baseAt, verifiedAt, secondUntil, since }: BackupReport, now: number) {
  const isLate = (at: string | null | undefined, limit: number) => now - Date.parse(at ?? since) > limit
  return [
    isLate(coveredUntil, LATE.log) &&
      `Data written since ${coveredUntil ?? 'the beginning'} cannot be restored.`,
    isLate(baseAt, LATE.base) && `Newest base of the backup: ${baseAt ?? 'none'}.`,
    isLate(verifiedAt, LATE.verified) && `The backup was last verified: ${verifiedAt ?? 'never'}.`,
    secondUntil !== undefined &&
      isLate(secondUntil, LATE.second) &&
      `Data written since ${secondUntil ?? 'the beginning'} is not in the second copy of the backup.`,
  ]
}

/** Warnings about the backup for operators. There are none for an external database, which has its own backup. */
export function backupWarnings(
  report: BackupReport | null,
  { database }: Pick<Config, 'database'>,
  now = Date.now(),
): string[] {
  if (!report) return database.kind === 'url' ? [] : ['Nothing is backed up: BACKUP_DIR is not set.']
  const { problem, baseProblem, verifyProblem, secondProblem, disk } = report
  const warnings = [
    ...lateLines(report, now),
    problem,
    baseProblem,
    verifyProblem,
    secondProblem,
    disk && disk.free < disk.size * SCARCE && 'The disk of BACKUP_DIR is nearly full.',
    report.sharesDisk && SHARED_DISKS.sharesDisk,
    report.secondSharesDisk && SHARED_DISKS.secondSharesDisk,
  ]
  return warnings.filter((line) => typeof line === 'string')
}
