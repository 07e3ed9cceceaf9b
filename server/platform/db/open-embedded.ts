import type { Config } from '#server/config/config.ts'
import { spoolFolder } from '#server/platform/backup/archive-spool.ts'
import type { Lifetime } from '#server/platform/process/lifetime.ts'
import type { Log } from '#server/platform/process/log.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

/** The maintenance of the database, `npm run admin` and the like. */
const CONNECTIONS_BESIDES = 20
const CONNECTIONS_OF_A_PROCESS = 25
/** What one process needs is below what the database always had. */
const FEWEST_CONNECTIONS = 60

interface Opening {
  log: Log
  life: Lifetime
  report: (text: string) => void
}

/** Starts the database that comes along, for as long as the site runs; without it the site ends. */
export async function openEmbedded(
  { dataDir, processes, backup }: Pick<Config, 'dataDir' | 'processes' | 'backup'>,
  { log, life, report }: Opening,
): Promise<Pick<EmbeddedPostgres, 'url' | 'adminUrl'>> {
  const connections = Math.max(FEWEST_CONNECTIONS, CONNECTIONS_BESIDES + processes * CONNECTIONS_OF_A_PROCESS)
  const settings = { max_connections: String(connections) }
  const archive = backup.folder === undefined ? undefined : spoolFolder(dataDir)
  const postgres = await startEmbedded({ dataDir, archive, report, settings })
  life.onClose(() => postgres.stop())
  void postgres.exited.then(() => {
    if (life.ending.aborted) return
    log.fatal('the database stopped by itself; postgres.log in DATA_DIR tells why')
    void life.endByFault()
  })
  return postgres
}
