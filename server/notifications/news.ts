import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { insertNews, type News, selectNotified } from './news-queries.ts'

const PER_JOB = 200
const AT_ONCE = 4
const DELIVER_NEWS = defineJob<{ notificationIds: string[] }>('deliver-news')

interface NewsParts {
  db: Database
  jobs: Jobs
  /** Tells all of a person's tabs and devices how many are unread. */
  onUnreadChanged: (userId: string) => Promise<void>
  releasePushes: (notificationIds: readonly string[]) => Promise<void>
}

/** News of anything but messages. They go out by a job, and so neither before their transaction commits nor never. */
export function newsDelivery({ db, jobs, onUnreadChanged, releasePushes }: NewsParts) {
  async function tellBadges(people: string[]) {
    const lane = async () => {
      for (let next = people.pop(); next; next = people.pop()) await onUnreadChanged(next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  jobs.handle(
    DELIVER_NEWS,
    async ({ notificationIds }) => {
      const { people, hasPushes } = await selectNotified(db, notificationIds)
      await tellBadges(people)
      if (hasPushes) await releasePushes(notificationIds)
    },
    { concurrency: AT_ONCE },
  )

  return {
    /** Within the transaction that makes the news. */
    async notify(tx: Database, news: News): Promise<void> {
      const ids = await insertNews(tx, news)
      for (let start = 0; start < ids.length; start += PER_JOB) {
        await jobs.enqueue(tx, DELIVER_NEWS, { notificationIds: ids.slice(start, start + PER_JOB) })
      }
    },
  }
}
