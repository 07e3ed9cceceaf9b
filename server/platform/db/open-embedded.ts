import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/config/config.ts'
import { spoolFolder } from '#server/platform/backup/log/archive-spool.ts'
import { recordDeath } from '#server/platform/process/deaths.ts'
import type { Lifetime } from '#server/platform/process/lifetime.ts'
import type { Log } from '#server/platform/process/log.ts'
import { watchLog } from './bounded-log.ts'
import { giveUpReserve, ensureReserve } from './disk-reserve.ts'
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

/** Before it is started again; the last one before each further time. */
const PAUSES_MILLISECONDS = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000]
/** After so long a run the pauses begin anew. */
const GOOD_RUN_MILLISECONDS = 60_000

/** After it was given up. */
const RESERVE_MILLISECONDS = 10 * 60_000

/** Whatever it dies of, a full disk among that: it comes back when it can, and pages say so meanwhile. */
async function supervise(
  postgres: EmbeddedPostgres,
  { dataDir, log, life: { ending } }: { dataDir: string; log: Log; life: Lifetime },
): Promise<void> {
  for (let failures = 0; ;) {
    const startedAt = performance.now()
    await postgres.exited.catch(() => undefined)
    if (ending.aborted) return
    if (performance.now() - startedAt > GOOD_RUN_MILLISECONDS) failures = 0
    log.error('the database stopped by itself and is started again; postgres.log in DATA_DIR says why')
    recordDeath(dataDir, { what: 'The database', how: 'postgres.log has its last words' })
    for (let runs = false; !runs; failures += 1) {
      await sleep(PAUSES_MILLISECONDS[failures] ?? PAUSES_MILLISECONDS.at(-1), undefined, {
        signal: ending,
      }).catch(() => undefined)
      if (ending.aborted) return
      if (await giveUpReserve(dataDir).catch(() => false))
        log.error('the disk of DATA_DIR is full: the site goes on with its reserve of 64 MB; make room')
      runs = await postgres.startAgain().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'the database does not start')
          return false
        },
      )
    }
    log.warn('the database runs again')
  }
}

/** Starts the database that comes along, for as long as the site runs. */
export async function openEmbedded(
  { dataDir, processes, backup }: Pick<Config, 'dataDir' | 'processes' | 'backup'>,
  { log, life, report }: Opening,
): Promise<Pick<EmbeddedPostgres, 'url' | 'adminUrl'>> {
  const connections = Math.max(FEWEST_CONNECTIONS, CONNECTIONS_BESIDES + processes * CONNECTIONS_OF_A_PROCESS)
  const settings = { max_connections: String(connections) }
  const archive = backup.folder === undefined ? undefined : spoolFolder(dataDir)
  await giveUpReserve(dataDir).catch(() => false)
  const postgres = await startEmbedded({ dataDir, archive, report, settings })
  life.onClose(() => postgres.stop())
  // Also between two runs of it.
  life.onClose(watchLog(join(dataDir, 'postgres.log')))
  void supervise(postgres, { dataDir, log, life })
  const reserving = () =>
    void ensureReserve(dataDir).catch((error: unknown) => log.warn({ err: error }, 'no reserve'))
  reserving()
  const again = setInterval(reserving, RESERVE_MILLISECONDS).unref()
  life.onClose(() => clearInterval(again))
  return postgres
}
