import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { unlessMissing } from '#server/platform/errors/unless-missing.ts'
import { SHARED_DISKS } from './apart.ts'
import { readState } from './backup-memory.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** It is every twenty seconds, every day and every week; until then one failure may be made good. */
const LATE = { log: 5 * MINUTE, base: 2 * DAY, verified: 15 * DAY, second: DAY }
/** A tenth of the disk. */
const SCARCE = 0.1

export interface BackupReport {
  /** Everything up to then can be restored; null while nothing can. */
  coveredUntil: string | null
  /** When the newest base was begun. */
  baseAt: string | null
  /** When a base was last restored beside the site and found whole. */
  verifiedAt: string | null
  /** Why the log and the pictures do not go there. */
  problem: string | null
  /** Why no base can be made. */
  baseProblem: string | null
  /** What the last verification found wrong. */
  verifyProblem: string | null
  /** Everything up to then can be restored from the second copy; undefined where there is none. */
  secondUntil: string | null | undefined
  /** Why it does not go on. */
  secondProblem: string | null
  /** Bytes of the disk of BACKUP_DIR, as last seen; null of a bucket. */
  disk: { free: number; size: number } | null
  /** Whether a copy lies on the disk of what it copies. */
  sharesDisk: boolean
  secondSharesDisk: boolean
  /** When the database was made, from which on what is missing counts. */
  since: string
}

/** As the process that runs the backup last noted it, for every process; null where it makes none. */
export async function readBackupReport({
  backup,
  dataDir,
  database,
}: Pick<Config, 'backup' | 'dataDir' | 'database'>): Promise<BackupReport | null> {
  if (backup.folder === undefined || database.kind === 'url') return null
  const [state, made] = await Promise.all([
    readState(dataDir),
    unlessMissing(stat(join(dataDir, 'postgres', 'PG_VERSION'))),
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

/** What is older than it may be. */
function lateLines({ coveredUntil, baseAt, verifiedAt, secondUntil, since }: BackupReport, now: number) {
  const isLate = (at: string | null | undefined, limit: number) => now - Date.parse(at ?? since) > limit
  return [
    isLate(coveredUntil, LATE.log) &&
      `What was written since ${coveredUntil ?? 'the beginning'} cannot be restored.`,
    isLate(baseAt, LATE.base) && `Newest base of the backup: ${baseAt ?? 'none'}.`,
    isLate(verifiedAt, LATE.verified) && `The backup was last verified: ${verifiedAt ?? 'never'}.`,
    secondUntil !== undefined &&
      isLate(secondUntil, LATE.second) &&
      `What was written since ${secondUntil ?? 'the beginning'} is not in the second copy of the backup.`,
  ]
}

/** What an operator has to know of the backup, a line each; nothing where a database elsewhere has its own. */
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
