import { constants } from 'node:os'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, only built-in modules.

/**
 * Exit code of a server that died of a fault and should be started again; see
 * server/platform/process/lifetime.ts.
 */
const DIED_OF_FAULT = 70
/**
 * Pause before each new start. Without a good run, the server stays down after one more death than there are
 * pauses.
 */
export const PAUSES_SECONDS = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60]
/** A death after a run of this length starts a new count. */
const GOOD_RUN_MILLISECONDS = 5 * 60_000

const exitCodeOf = ({ code, signal }) => code ?? 128 + (constants.signals[signal] ?? 0)

/** Other exit codes, such as 1 for bad settings, need a person, unless the server ran well before. */
const isDeath = ({ code, signal }, deaths) =>
  signal !== null || code === DIED_OF_FAULT || (deaths > 0 && code !== 0)

/**
 * Restarts the server whenever it died of a fault, with a message and growing pauses: without limit once a
 * run was good, because a cause such as a full disk may be fixed at any time. Resolves to the last run's exit
 * code, or to 0 if `stopping` was aborted between two runs.
 */
export async function restartAfterFaults(run, { stopping, pause, say, now = Date.now }) {
  let wasGood = false
  let how
  for (let deaths = 0; ;) {
    const startedAt = now()
    const end = await run(how)
    if (stopping.aborted || !isDeath(end, deaths)) return exitCodeOf(end)
    if (now() - startedAt >= GOOD_RUN_MILLISECONDS) {
      deaths = 0
      wasGood = true
    }
    how = end.signal ?? `code ${end.code}`
    if (deaths >= PAUSES_SECONDS.length && !wasGood) {
      say(
        `The server died ${deaths + 1} times in a row (${how}) and is not started again. The lines above and postgres.log in DATA_DIR say why.`,
      )
      // systemd and others restart it only after this code, so the last start's own code is not used.
      return DIED_OF_FAULT
    }
    const seconds = PAUSES_SECONDS[deaths] ?? PAUSES_SECONDS.at(-1)
    deaths += 1
    say(`The server died (${how}). It restarts in ${seconds} s.`)
    await pause(seconds * 1000, stopping)
    if (stopping.aborted) return 0
  }
}
