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
 * Releases pushes of messages soon after they were written. The marks in the rows decide what is due, and a
 * job releases every minute the pushes of processes that died.
 */
export function createPushTimer({ log, onClose, release }: TimerDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let releasing: Promise<void> = Promise.resolve()
  /** Due time of the last message's push, because a release sends only pushes that are due. */
  let repeatAt = 0

  function run() {
    timer = undefined
    const wait = repeatAt - performance.now()
    if (wait > 0) runIn(wait)
    releasing = release().catch((error: unknown) =>
      log.warn({ err: error }, 'Cannot release due pushes. A job tries again within a minute.'),
    )
  }

  function runIn(milliseconds: number) {
    timer = setTimeout(run, milliseconds).unref()
  }

  onClose(async () => {
    clearTimeout(timer)
    await releasing
  })

  return {
    /** Cheap to call: any number of messages causes one release every few seconds, and one after the last. */
    messageWritten() {
      repeatAt = performance.now() + RELEASE_AFTER_MS
      if (timer === undefined) runIn(RELEASE_AFTER_MS)
    },
  }
}
