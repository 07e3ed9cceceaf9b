export interface JobOptions {
  /** Number of retries of a failed run. Default: 12, over about five hours. */
  retries?: number
  /** Pause before the first retry; it doubles each time, up to an hour. */
  retryDelaySeconds?: number
  /** A run that takes longer counts as failed. */
  timeoutSeconds?: number
}

export interface JobKind<Payload extends object> {
  name: string
  options: JobOptions
  /** Never set; it connects the types of `enqueue` and the handler. */
  payload?: Payload
}

/**
 * Defines a kind of job. A payload stays in the database for days and contains ids, never secrets: the handler itself
 * makes one-time links and codes when it sends them.
 */
export const defineJob = <Payload extends object>(
  name: string,
  options: JobOptions = {},
): JobKind<Payload> => ({ name, options })

export interface JobRun {
  /** The same for every attempt, so that it can be an idempotency key. */
  id: string
  /** 1 for the first attempt. */
  attempt: number
  /** Aborted when the result no longer counts, because the run took too long or the process must end now. */
  signal: AbortSignal
}

/**
 * A handler runs at least once: if its process dies, another process runs the job again. It also runs again if it
 * throws.
 */
export type JobHandler<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>
