import { statfs } from 'node:fs/promises'
import type { Config } from '#server/config/config.ts'
import { readBackupReport } from '#server/platform/backup/backup-report.ts'
import { type Database, poolUse } from '#server/platform/db/connect.ts'
import { countUnderWay } from '#server/platform/db/pipelined.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Live } from '#server/platform/live/live.ts'
import { findWarnings, type ProcessFacts } from './warnings.ts'
import { VERSION } from '#server/platform/process/version.ts'
import type { DatabaseFigures } from './database-figures.ts'
import { registerOwn } from '#server/platform/metrics/registry.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'

/** Sources of the gauges that are read on a scrape. */
export interface Watched extends ProcessFacts {
  telemetry: Pick<Telemetry, 'registry'>
  db: Database
  reads: Database
  images: Pick<ImageProcessor, 'waiting'>
  live: Pick<Live, 'countSockets'>
  dataDir: string
  backup: Config['backup']
  database: Config['database']
  figures: () => Promise<DatabaseFigures>
  findProblems: () => Promise<string[]>
}

type Line = [labels: Record<string, string>, value: number]

type AddGauge = (
  name: string,
  help: string,
  look: () => Line[] | Promise<Line[]>,
  aggregator?: 'max' | 'min',
) => void

/** Adds gauges that have no value while none is available, so that nobody reads an old one. */
const gaugesOf =
  ({ registry }: Watched['telemetry']): AddGauge =>
  (name, help, look, aggregator) =>
    registerOwn(registry, {
      name,
      help,
      aggregator,
      type: 'gauge',
      samples: async () => {
        const lines = await (async () => look())().catch((): Line[] => [])
        return lines.map(([labels, value]) => ({ labels, value }))
      },
    })

/** Adds gauges whose value is the same in all processes of a site. */
const siteGaugesOf =
  (gauge: AddGauge): AddGauge =>
  (name, help, look) =>
    gauge(name, help, look, 'max')

const single = (value: number): Line[] => [[{}, value]]

function openDatabaseGauges({ telemetry, db, reads, figures }: Watched): void {
  const gauge = gaugesOf(telemetry)
  const siteGauge = siteGaugesOf(gauge)
  gauge('sankofa_pool_connections', 'Connections of the pool by state', () => {
    const { busy, idle } = poolUse(db)
    return [
      [{ state: 'busy' }, busy],
      [{ state: 'idle' }, idle],
    ]
  })
  gauge('sankofa_pool_waiting', 'Statements that wait for a connection of the pool', () =>
    single(poolUse(db).waiting),
  )
  gauge('sankofa_pipelined_under_way', 'Unanswered statements on the shared connections', () =>
    single(countUnderWay(reads)),
  )
  siteGauge('sankofa_database_bytes', 'Size of the database', async () =>
    single((await figures()).databaseBytes),
  )
  siteGauge('sankofa_jobs', 'Jobs by kind and state: due, later or active', async () =>
    (await figures()).queues.flatMap(({ kind, due, later, active }): Line[] => [
      [{ kind, state: 'due' }, due],
      [{ kind, state: 'later' }, later],
      [{ kind, state: 'active' }, active],
    ]),
  )
  siteGauge('sankofa_oldest_due_job_seconds', 'Age of the oldest due job by kind', async () =>
    (await figures()).queues.map(({ kind, oldestSeconds }): Line => [{ kind }, oldestSeconds]),
  )
  siteGauge('sankofa_failed_jobs', 'Jobs that failed for good', async () =>
    single((await figures()).failedJobs),
  )
}

function openReplicaGauges({ telemetry, replicas }: Watched): void {
  const gauge = gaugesOf(telemetry)
  const siteGauge = siteGaugesOf(gauge)
  gauge(
    'sankofa_replica_usable',
    'Whether a read replica answers reads: 1 or 0',
    () => replicas.states().map(({ name, isUsable }): Line => [{ replica: name }, Number(isUsable)]),
    'min',
  )
  siteGauge('sankofa_replica_lag_seconds', 'Lag of a read replica', () =>
    replicas
      .states()
      .flatMap(({ name, lagSeconds }): Line[] =>
        lagSeconds === undefined ? [] : [[{ replica: name }, lagSeconds]],
      ),
  )
}

function openBackupGauges(watched: Watched): void {
  const siteGauge = siteGaugesOf(gaugesOf(watched.telemetry))
  const ages = {
    coveredUntil: ['sankofa_backup_age_seconds', 'Age of the newest write that can be restored'],
    baseAt: ['sankofa_backup_base_age_seconds', 'Age of the newest base'],
    verifiedAt: [
      'sankofa_backup_verified_age_seconds',
      'Time since the last successful verification of the backup',
    ],
  } as const
  for (const [part, [name, help]] of Object.entries(ages))
    siteGauge(name, help, async () => {
      const report = await readBackupReport(watched)
      // A backup that was never made counts as missing since the database was created.
      return report
        ? single((Date.now() - Date.parse(report[part as keyof typeof ages] ?? report.since)) / 1000)
        : []
    })
  siteGauge('sankofa_backup_disk_bytes', 'Size and free space of the disk of BACKUP_DIR', async () => {
    const { disk } = (await readBackupReport(watched)) ?? {}
    return disk
      ? [
          [{ state: 'free' }, disk.free],
          [{ state: 'size' }, disk.size],
        ]
      : []
  })
}

export function openGauges(watched: Watched): void {
  const { telemetry, images, live, dataDir, findProblems } = watched
  const gauge = gaugesOf(telemetry)
  const siteGauge = siteGaugesOf(gauge)
  openDatabaseGauges(watched)
  openReplicaGauges(watched)
  openBackupGauges(watched)
  gauge('sankofa_pictures_waiting', 'Pictures that wait for the encoder or are being encoded', () =>
    single(images.waiting()),
  )
  gauge('sankofa_live_sockets', 'Web sockets: all open ones, and those signed in', () => {
    const { open, signedIn } = live.countSockets()
    return [
      [{ state: 'open' }, open],
      [{ state: 'signed-in' }, signedIn],
    ]
  })
  siteGauge('sankofa_disk_bytes', 'Size and free space of the disk of DATA_DIR', async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return [
      [{ state: 'free' }, bavail * bsize],
      [{ state: 'size' }, blocks * bsize],
    ]
  })
  siteGauge(
    'sankofa_problems',
    'Number of problems that keep the site from serving everything; /readyz lists them',
    async () => single((await findProblems()).length),
  )
  siteGauge(
    'sankofa_warnings',
    'Number of warnings that need an operator, by cause; the health page lists them',
    async () =>
      (await findWarnings({ ...watched, config: watched })).map(({ cause, lines }): Line => [
        { cause },
        lines.length,
      ]),
  )
  siteGauge('sankofa_info', 'Versions', () => [[{ version: VERSION, node: process.version.slice(1) }, 1]])
}
