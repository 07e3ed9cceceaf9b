/** Forces the end: connections are cut after this long, or at the second Ctrl+C. */
const DRAIN_MILLISECONDS = 10_000
/** A terminal, npm and the start script may each deliver the same Ctrl+C. */
const SAME_SIGNAL_MILLISECONDS = 500

/** A fault, or a start that failed, leaves nothing to be gentle with; what does not close by then is left. */
const FAULT_MILLISECONDS = 10_000
/** Exit code of a death by fault, after which `npm start` starts anew (see scripts/restart-after-faults.js). */
const DIED_OF_FAULT = 70

type Step = () => Promise<void> | void

export interface Lifetime {
  /** Remembers what to undo at the end; the last opened closes first. */
  onClose(step: Step): void
  /** Closes everything and ends the process, once. */
  end(exitCode: number): Promise<void>
  /** The same at once, because something broke without which nothing can be served. */
  endByFault(): Promise<void>
  /** From now on whatever ends the process out of order is a fault. */
  opened(): void
  /** Aborted when the end begins. */
  ending: AbortSignal
  /** Aborted when there is no more time to be gentle. */
  hurry: AbortSignal
}

/** Ends the process in order at SIGTERM, SIGINT or by `end`, in the middle of the start as well. */
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

  // An error that nobody caught ends the process by itself, with 1.
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
