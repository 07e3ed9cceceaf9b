import { statfs } from 'node:fs/promises'
import type { SiteHealth } from '#contract/moderation/administration/health.ts'
import type { Context } from '#server/context.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { type BackupReport, readBackupReport } from '#server/platform/backup/backup-report.ts'
import { countFailedJobs, readQueues } from '#server/platform/jobs/queue-figures.ts'
import { findSiteWarnings, type Warnings } from '#server/platform/monitoring/warnings.ts'
import { VERSION } from '#server/platform/process/version.ts'
import { listFormerFolders } from './former-folders.ts'
import { selectDatabaseFacts, selectLargestTables } from './health-queries.ts'

const SHOWN = 20
/** Replies to too many requests, from one person or from all. */
const LIMIT_STATUSES = [429, 503]

type HealthDeps = Pick<Context, 'db' | 'config' | 'findProblems' | 'watch' | 'telemetry'>

async function readDisk(folder: string): Promise<SiteHealth['disk']> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { freeBytes: disk.bavail * disk.bsize, bytes: disk.blocks * disk.bsize }
}

const isLimit = (code: string) => LIMIT_STATUSES.includes(PROBLEMS[code as ProblemCode].status)

async function listMetLimits({ refusals }: HealthDeps['telemetry']): Promise<SiteHealth['metLimits']> {
  const { values } = await refusals.get()
  return values
    .map(({ labels, value }) => ({
      route: String(labels.route),
      code: String(labels.code),
      count: value,
    }))
    .filter(({ code }) => isLimit(code))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, SHOWN)
}

const readProcess = (): SiteHealth['process'] => ({
  version: VERSION,
  node: process.version.slice(1),
  startedAt: new Date(performance.timeOrigin).toISOString(),
  memoryBytes: process.memoryUsage.rss(),
})

const pickShown = ({ coveredUntil, secondUntil, baseAt, verifiedAt }: BackupReport) => ({
  coveredUntil,
  secondUntil,
  baseAt,
  verifiedAt,
})

/** Describes the site's state to its operators. Several processes may report the same warning. */
export async function readHealth(ctx: HealthDeps, processWarnings: Warnings[]): Promise<SiteHealth> {
  const { db, config, findProblems, watch, telemetry } = ctx
  const [problems, warnings, facts, tables, disk, backup, queues, failedJobs, metLimits, formerFolders] =
    await Promise.all([
      findProblems(),
      findSiteWarnings(ctx),
      selectDatabaseFacts(db),
      selectLargestTables(db),
      readDisk(config.dataDir),
      readBackupReport(config),
      readQueues(db),
      countFailedJobs(db),
      listMetLimits(telemetry),
      listFormerFolders(config.dataDir),
    ])
  const { photos, ...database } = facts
  return {
    problems,
    warnings: [...new Set([...warnings, ...processWarnings].flatMap(({ lines }) => lines))],
    process: readProcess(),
    database: { ...database, tables },
    disk,
    formerFolders,
    photos,
    backup: backup && pickShown(backup),
    queues,
    failedJobs,
    slowQueries: watch.slowest().slice(0, SHOWN),
    metLimits,
  }
}
