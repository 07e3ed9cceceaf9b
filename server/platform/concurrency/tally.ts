import type { Log } from '#server/platform/process/log.ts'

export type Tally = ReturnType<typeof createTally>

interface TallyOptions {
  /** Receives how often each key was added since the last successful write. */
  write: (counts: ReadonlyMap<string, number>) => Promise<void>
  flushMs: number
  /** Maximum keys waiting to be written; further keys are not counted until the next flush. */
  max: number
  /** Name of the counted things, for the log. */
  name: string
  log: Log
}

/** Counts in memory and writes every few seconds, so that counting needs no statement of its own. */
export function createTally({ write, flushMs, max, name, log }: TallyOptions) {
  let waiting = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> = Promise.resolve()

  function addSome(key: string, count: number) {
    const known = waiting.get(key)
    if (known === undefined && waiting.size >= max) return
    waiting.set(key, (known ?? 0) + count)
  }

  async function writeAll() {
    if (waiting.size === 0) return
    const counts = waiting
    waiting = new Map()
    try {
      await write(counts)
    } catch (error) {
      log.warn({ err: error }, `${name} could not be written and will be retried`)
      for (const [key, count] of counts) addSome(key, count)
      flushLater()
    }
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeAll)
    return writing
  }

  function flushLater() {
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }

  return {
    add(key: string) {
      addSome(key, 1)
      flushLater()
    },
    flush,
    /** Writes the remaining counts. */
    async close() {
      await flush()
      clearTimeout(timer)
    },
  }
}
