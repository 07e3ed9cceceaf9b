export interface JobOptions {
  /** How often a failed run is tried again. The default is 12 times, over about five hours. */
  retries?: number
  /** Pause before the first new try; it doubles each time, up to an hour. */
  retryDelaySeconds?: number
  /** A run that takes longer counts as failed. */
  timeoutSeconds?: number
}

export interface JobKind<Payload extends object> {
  name: string
  options: JobOptions
  /** Never set: it carries the type from `enqueue` to the handler. */
  payload?: Payload
}

/**
 * Names a kind of job. A payload is kept in the database for days and carries ids, never secrets: the handler
 * makes a one-time link or code itself when it sends it.
 */
export const defineJob = <Payload extends object>(
  name: string,
  options: JobOptions = {},
): JobKind<Payload> => ({ name, options })

export interface JobRun {
  /** The same at every try: fit for an idempotency key. */
  id: string
  /** 1 at the first try. */
  attempt: number
  /** Aborted when the result no longer counts: the run took too long, or the process must end now. */
  signal: AbortSignal
}

/** Runs at least once: a process that dies in the middle leaves the job to another one. After a throw it runs again. */
export type JobHandler<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>
