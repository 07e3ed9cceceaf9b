import { constants } from 'node:os'

// Runs before anything is installed: plain JavaScript, Node 20 or newer, built-in modules alone.

/** By which the server says that it was open, or on the way to it, and died of a fault; see server/platform/process/lifetime.ts. */
const DIED_OF_FAULT = 70
/** Before each new start. Where no run was ever good, one more death than there are pauses is the last. */
export const PAUSES_SECONDS = [1, 2, 5, 10, 20, 30, 60, 60, 60, 60]
/** After so long a run a death is no longer one in a row. */
const GOOD_RUN_MILLISECONDS = 5 * 60_000

const exitCodeOf = ({ code, signal }) => code ?? 128 + (constants.signals[signal] ?? 0)

/** What ends with another code, such as 1 for bad settings, is mended by a person, unless it ran well before. */
const isDeath = ({ code, signal }, deaths) =>
  signal !== null || code === DIED_OF_FAULT || (deaths > 0 && code !== 0)

/**
 * Runs the server again whenever it died of a fault, with how that was and with growing pauses: for as long as it takes once a run was good,
 * since what it dies of, such as a full disk, may be mended at any time. Resolves to the exit code of the last run, or
 * to 0 when `stopping` came between two of them.
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
      // Whatever the last start failed of: systemd and the like start it again after this code alone.
      return DIED_OF_FAULT
    }
    const seconds = PAUSES_SECONDS[deaths] ?? PAUSES_SECONDS.at(-1)
    deaths += 1
    say(`The server died (${how}). It is started again in ${seconds} s.`)
    await pause(seconds * 1000, stopping)
    if (stopping.aborted) return 0
  }
}
