import type { Log } from '#server/platform/process/log.ts'
import { MESSAGE_PUSH_DELAY_SECONDS } from './delays.ts'

interface TimerDeps {
  log: Log
  onClose: (step: () => Promise<void>) => void
  release: () => Promise<void>
}

export type PushTimer = ReturnType<typeof createPushTimer>

const RELEASE_AFTER_MS = MESSAGE_PUSH_DELAY_SECONDS * 1000 + 200

/**
 * Releases pushes of messages soon after they were written. The marks in the rows decide what is due, and a job
 * releases each minute what a process left behind when it died.
 */
export function createPushTimer({ log, onClose, release }: TimerDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let releasing: Promise<void> = Promise.resolve()
  /** When the push of the last message is due: a release sends only what is due by then. */
  let repeatAt = 0

  function run() {
    timer = undefined
    const wait = repeatAt - performance.now()
    if (wait > 0) runIn(wait)
    releasing = release().catch((error: unknown) => log.warn({ err: error }, 'due pushes wait'))
  }

  function runIn(milliseconds: number) {
    timer = setTimeout(run, milliseconds).unref()
  }

  onClose(async () => {
    clearTimeout(timer)
    await releasing
  })

  return {
    /** Costs nothing: however many messages there are, one release follows every few seconds, and one after the last. */
    messageWritten() {
      repeatAt = performance.now() + RELEASE_AFTER_MS
      if (timer === undefined) runIn(RELEASE_AFTER_MS)
    },
  }
}
