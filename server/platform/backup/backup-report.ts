import type { Config } from '#server/config/config.ts'
import { readState } from './backup-state.ts'

export interface BackupReport {
  /** Everything up to then can be restored; null while nothing can. */
  coveredUntil: string | null
  /** When the newest base was begun. */
  baseAt: string | null
  /** Why the log and the pictures do not go there. */
  problem: string | null
  /** Why no base can be made. */
  baseProblem: string | null
}

/** As the process that runs the backup last noted it, for every process; null where it keeps none. */
export async function readBackupReport({
  backup,
  dataDir,
  database,
}: Pick<Config, 'backup' | 'dataDir' | 'database'>): Promise<BackupReport | null> {
  if (backup.folder === undefined || database.kind === 'url') return null
  const { coveredUntil = null, baseAt = null, problem = null, baseProblem = null } = await readState(dataDir)
  return { coveredUntil, baseAt, problem, baseProblem }
}
