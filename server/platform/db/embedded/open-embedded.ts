import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { spoolFolder } from './embedded-settings.ts'
import { recordDeath } from '#server/platform/process/deaths.ts'
import type { Lifetime } from '#server/platform/process/lifetime.ts'
import type { Log } from '#server/platform/process/log.ts'
import { watchLog } from './bounded-log.ts'
import { releaseReserve, ensureReserve } from './disk-reserve.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { superviseEmbedded } from './supervise-embedded.ts'

/** Connections for PostgreSQL itself, `npm run admin` and similar commands. */
const OTHER_CONNECTIONS = 20
const CONNECTIONS_PER_PROCESS = 25
/** Minimum, which is more than one process needs. */
const FEWEST_CONNECTIONS = 60

interface Opening {
  log: Log
  life: Lifetime
  report: (text: string) => void
}

/** Interval between checks that the reserve exists. */
const RESERVE_MILLISECONDS = 10 * 60_000

/** Starts the built-in database and runs it as long as the site. */
export async function openEmbedded(
  { dataDir, processes, backup }: Pick<Config, 'dataDir' | 'processes' | 'backup'>,
  { log, life, report }: Opening,
): Promise<Pick<EmbeddedPostgres, 'url' | 'adminUrl'>> {
  const connections = Math.max(FEWEST_CONNECTIONS, OTHER_CONNECTIONS + processes * CONNECTIONS_PER_PROCESS)
  const settings = { max_connections: String(connections) }
  const archive = backup.folder === undefined ? undefined : spoolFolder(dataDir)
  await releaseReserve(dataDir).catch(() => false)
  const postgres = await startEmbedded({ dataDir, archive, report, settings })
  life.onClose(() => postgres.stop())
  // The log is also watched between two runs of the server.
  life.onClose(watchLog(join(dataDir, 'postgres.log')))
  const freeRoom = () => releaseReserve(dataDir).catch(() => false)
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: life.ending }).catch(() => undefined)
  const onDeath = () => recordDeath(dataDir, { what: 'The database', how: 'see postgres.log' })
  void superviseEmbedded(postgres, { log, ending: life.ending, onDeath, freeRoom, pause })
  const reserving = () =>
    void ensureReserve(dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'cannot create the disk reserve in DATA_DIR'),
    )
  reserving()
  const again = setInterval(reserving, RESERVE_MILLISECONDS).unref()
  life.onClose(() => clearInterval(again))
  return postgres
}
