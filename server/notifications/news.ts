import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import {
  deleteNewsOfReview,
  insertNews,
  type News,
  selectNotified,
  selectToldOfReviews,
} from './news-queries.ts'

const PER_JOB = 200
const AT_ONCE = 4
const DELIVER_NEWS = defineJob<{ notificationIds: string[] }>('deliver-news')

interface NewsParts {
  db: Database
  jobs: Jobs
  /** Tells all of a person's tabs and devices how many are unread. */
  onUnreadChanged: (userId: string) => void
  releasePushes: (notificationIds: readonly string[]) => Promise<void>
}

/** News of anything but messages. They go out by a job, and so neither before their transaction commits nor never. */
export function newsDelivery({ db, jobs, onUnreadChanged, releasePushes }: NewsParts) {
  jobs.handle(
    DELIVER_NEWS,
    async ({ notificationIds }) => {
      const { people, hasPushes } = await selectNotified(db, notificationIds)
      for (const personId of people) onUnreadChanged(personId)
      if (hasPushes) await releasePushes(notificationIds)
    },
    { concurrency: AT_ONCE },
  )

  return {
    /** Within the transaction that makes the news. */
    async notify(tx: Database, news: News): Promise<void> {
      const ids = await insertNews(tx, news)
      const some = Array.from({ length: Math.ceil(ids.length / PER_JOB) }, (_, place) => ({
        notificationIds: ids.slice(place * PER_JOB, (place + 1) * PER_JOB),
      }))
      await jobs.enqueueAll(tx, DELIVER_NEWS, some)
    },

    /**
     * Within the transaction that takes a review back. Returns whose badges are to be told once that is committed.
     */
    retractReview: deleteNewsOfReview,
    /** Before products go, within the transaction. Returns whose badges are to be told once that is committed. */
    toldOfReviews: selectToldOfReviews,
  }
}
