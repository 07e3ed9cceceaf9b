/** Time after which connections are cut, as at a second Ctrl+C. */
const DRAIN_MILLISECONDS = 10_000
/** A terminal, npm and the start script may each deliver the same Ctrl+C. */
const SAME_SIGNAL_MILLISECONDS = 500

/** Time after which a process that ends by a fault exits, even if steps are still running. */
const FAULT_MILLISECONDS = 10_000
/**
 * Exit code of a death by fault, after which `npm start` starts the site again (see scripts/restart-after-faults.js).
 */
const DIED_OF_FAULT = 70

type Step = () => Promise<void> | void

export interface Lifetime {
  /** Adds a step that runs at the end; the last step added runs first. */
  onClose(step: Step): void
  /** Closes everything and ends the process, once. */
  end(exitCode: number): Promise<void>
  /** Closes everything at once, because something broke that is needed to serve anything. */
  endByFault(): Promise<void>
  /** Marks the start as complete; later unexpected exits count as faults. */
  opened(): void
  /** Aborted when the end begins. */
  ending: AbortSignal
  /** Aborted when current work must be cut off. */
  hurry: AbortSignal
}

/** Ends the process in order on SIGTERM, SIGINT or `end`, also during the start. */
export function lifetime(onStepFailed: (error: unknown) => void): Lifetime {
  const steps: Step[] = []
  const ending = new AbortController()
  const hurry = new AbortController()
  let endingSince = 0
  let isOpen = false

  async function end(exitCode: number) {
    if (ending.signal.aborted) return
    endingSince = performance.now()
    ending.abort()
    setTimeout(() => hurry.abort(), DRAIN_MILLISECONDS).unref()
    if (exitCode !== 0) setTimeout(() => process.exit(exitCode), FAULT_MILLISECONDS).unref()
    for (const step of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        onStepFailed(error)
      }
    }
    process.exit(exitCode)
  }

  async function endByFault() {
    const ended = end(DIED_OF_FAULT)
    hurry.abort()
    await ended
  }

  // An uncaught error ends the process with code 1, which is changed here.
  process.on('exit', () => {
    if (isOpen && !ending.signal.aborted) process.exitCode = DIED_OF_FAULT
  })

  function onSignal() {
    if (!ending.signal.aborted) void end(0)
    else if (performance.now() - endingSince > SAME_SIGNAL_MILLISECONDS) hurry.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)

  return {
    onClose: (step) => void steps.push(step),
    end,
    endByFault,
    opened: () => void (isOpen = true),
    ending: ending.signal,
    hurry: hurry.signal,
  }
}
