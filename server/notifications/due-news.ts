import type { Database } from '#server/db/connect.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import { deleteOldNews } from './old-news.ts'

interface DueParts {
  db: Database
  jobs: Jobs
  log: Log
  onClose: (step: () => Promise<void>) => void
  releaseDuePushes: () => Promise<void>
  releaseDueDigests: () => Promise<void>
  onUnreadChanged: (userId: string) => void
}

const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '23 3 * * *'
/** A little more than the seconds that `notify_of_message` gives to read it. */
const LOOK_MILLISECONDS = 4200

/**
 * Sends what is due. The marks in the rows are what counts: a timer of the process that wrote a message looks soon,
 * and a job looks each minute for what a process left behind when it died.
 */
export function dueNews(parts: DueParts) {
  const { db, jobs, log, onClose, releaseDuePushes, releaseDueDigests, onUnreadChanged } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<void> = Promise.resolve()
  /** When the last message that was written is due: a look finds only what is due by then. */
  let lookAgainAt = 0

  jobs.schedule('due-news', EVERY_MINUTE, async () => {
    await releaseDuePushes()
    await releaseDueDigests()
  })
  jobs.schedule('news-clean-up', EVERY_NIGHT, () => deleteOldNews({ db, onUnreadChanged }))
  onClose(async () => {
    clearTimeout(timer)
    await looking
  })

  function look() {
    timer = undefined
    const wait = lookAgainAt - performance.now()
    if (wait > 0) lookIn(wait)
    looking = releaseDuePushes().catch((error: unknown) => log.warn({ err: error }, 'due pushes wait'))
  }

  function lookIn(milliseconds: number) {
    timer = setTimeout(look, milliseconds).unref()
  }

  return {
    /** Costs nothing: however many messages there are, one look follows each few seconds, and one after the last. */
    messageWritten(): void {
      lookAgainAt = performance.now() + LOOK_MILLISECONDS
      if (timer === undefined) lookIn(LOOK_MILLISECONDS)
    },
  }
}
