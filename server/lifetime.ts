/** Forces the end: connections are cut after this long, or at the second Ctrl+C. */
const DRAIN_MILLISECONDS = 10_000
/** A terminal, npm and the start script may each deliver the same Ctrl+C. */
const SAME_SIGNAL_MILLISECONDS = 500

type Step = () => Promise<void> | void

export interface Lifetime {
  /** Remembers what to undo at the end; the last opened closes first. */
  onClose(step: Step): void
  /** Closes everything and ends the process, once. */
  end(exitCode: number): Promise<void>
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

  async function end(exitCode: number) {
    if (ending.signal.aborted) return
    endingSince = performance.now()
    ending.abort()
    setTimeout(() => hurry.abort(), DRAIN_MILLISECONDS).unref()
    for (const step of steps.toReversed()) {
      try {
        await step()
      } catch (error) {
        onStepFailed(error)
      }
    }
    process.exit(exitCode)
  }

  function onSignal() {
    if (!ending.signal.aborted) void end(0)
    else if (performance.now() - endingSince > SAME_SIGNAL_MILLISECONDS) hurry.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)

  return {
    onClose: (step) => void steps.push(step),
    end,
    ending: ending.signal,
    hurry: hurry.signal,
  }
}
