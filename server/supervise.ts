import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { openBackedStorage } from '#server/platform/backup/open-backed-storage.ts'
import { openEmbedded } from '#server/platform/db/embedded/open-embedded.ts'
import { checkAddress } from '#server/platform/http/listen.ts'
import { addUpMetrics } from '#server/platform/metrics/metrics-of-all.ts'
import { openMetricsPort } from '#server/platform/monitoring/open-metrics.ts'
import { recordDeath } from '#server/platform/process/deaths.ts'
import { createSupervisor, NeverOpened } from '#server/platform/process/supervisor.ts'
import type { Lifetime } from '#server/platform/process/lifetime.ts'
import { createLog, type Log, openLogOutput } from '#server/platform/process/log.ts'

const PROGRAM = join(import.meta.dirname, 'main.ts')
const BAD_SETTINGS = 1

const report = (text: string) => console.log(text)

/** Opens the built-in database with its backup, whose last step runs once every process has ended. */
async function openOwnDatabase(config: Config, log: Log, life: Lifetime): Promise<string> {
  const { url, adminUrl } = await openEmbedded(config, { log, life, report })
  await openBackedStorage(config, { adminUrl, log, onClose: life.onClose })
  return url
}

/**
 * Supervises several processes that share one port. The supervisor serves no requests itself, so that little can make
 * it fail; it owns the port, the built-in database and its backup.
 */
export async function superviseSite(config: Config, life: Lifetime): Promise<void> {
  await checkAddress(config)
  const log = createLog(config.log.level, { to: openLogOutput() })
  const databaseUrl = config.database.kind === 'url' ? undefined : await openOwnDatabase(config, log, life)
  const supervisor = createSupervisor({
    program: PROGRAM,
    count: config.processes,
    databaseUrl,
    life,
    log,
    onDeath: (death) => recordDeath(config.dataDir, death),
  })
  life.onClose(() => supervisor.end(life.hurry))
  await openMetricsPort(config.metrics, addUpMetrics(supervisor.open), life.onClose)
  process.on('SIGUSR2', () => void supervisor.renew())
  if (life.ending.aborted) return
  try {
    await supervisor.begin()
  } catch (error) {
    if (!(error instanceof NeverOpened)) throw error
    // The process has logged the reason. A problem that the operator must solve ends the site; after a
    // fault, the whole site starts again.
    return error.end.code === BAD_SETTINGS ? life.end(BAD_SETTINGS) : life.endByFault()
  }
  if (life.ending.aborted) return
  life.opened()
  report(`${config.processes} processes answer`)
}
