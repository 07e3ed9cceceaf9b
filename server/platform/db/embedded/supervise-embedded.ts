import type { Log } from '#server/platform/process/log.ts'
import type { EmbeddedPostgres } from './embedded.ts'

/** Pauses before a restart, by the number of consecutive failures. */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000]
const LONGEST_PAUSE_MS = 60_000
/** A database that ran this long had started well, so the count of failures begins again. */
const GOOD_RUN_MS = 3000

interface Supervision {
  log: Pick<Log, 'error' | 'warn'>
  ending: AbortSignal
  onDeath: () => void
  /** Frees space on a full disk. Resolves to true if it did. */
  freeRoom: () => Promise<boolean>
  pause: (milliseconds: number) => Promise<unknown>
}

/** Restarts the database whenever it dies, even because of a full disk, until the site ends. */
export async function superviseEmbedded(
  postgres: Pick<EmbeddedPostgres, 'exited' | 'startAgain'>,
  { log, ending, onDeath, freeRoom, pause }: Supervision,
): Promise<void> {
  for (let failures = 0; ;) {
    const startedAt = performance.now()
    await postgres.exited.catch(() => undefined)
    if (ending.aborted) return
    if (performance.now() - startedAt > GOOD_RUN_MS) failures = 0
    onDeath()
    for (let runs = false; !runs; failures += 1) {
      const pauseMs = PAUSES_MS[failures] ?? LONGEST_PAUSE_MS
      log.error(
        { pauseMs },
        'the database stopped unexpectedly and will be restarted; see postgres.log in DATA_DIR',
      )
      await pause(pauseMs)
      if (ending.aborted) return
      if (await freeRoom())
        log.error('the disk of DATA_DIR is full: the site uses its reserve of 64 MB; free space now')
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
