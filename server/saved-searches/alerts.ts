import type { Database } from '#server/db/connect.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { NotificationsService } from '#server/notifications/service.ts'
import { deleteOldMatches, noteMatches, selectTitle, takeUntold } from './queries.ts'

const MATCH_PRODUCT = defineJob<{ productId: string }>('match-saved-searches')
/** When people in the deployment's time zone look at their phones. */
const EVERY_MORNING = '0 7 * * *'
const SEARCHES_AT_ONCE = 500
/** Of one search; a broad one would otherwise ring all day. */
const INSTANT_A_DAY = 10

interface AlertParts {
  db: Database
  jobs: Jobs
  notifications: Pick<NotificationsService, 'notify'>
}

const pathOf = (query: string) => `/products${query}`

/** Tells of new products that saved searches wait for. */
export function savedSearchAlerts({ db, jobs, notifications }: AlertParts) {
  jobs.handle(MATCH_PRODUCT, async ({ productId }) => {
    await db.transaction().execute(async (tx) => {
      const to = await noteMatches(tx, productId, INSTANT_A_DAY)
      const product = to.length > 0 ? await selectTitle(tx, productId) : undefined
      if (!product) return
      await notifications.notify(tx, {
        to,
        type: 'other',
        content: `New for your saved search: "${product.title}"`,
        actionUrl: `/products/${productId}`,
      })
    })
  })

  const tellSome = () =>
    db.transaction().execute(async (tx) => {
      const days = await takeUntold(tx, SEARCHES_AT_ONCE)
      for (const { profile_id, query, alert, count } of days) {
        if (alert === 'none' || count === 0) continue
        await notifications.notify(tx, {
          to: [profile_id],
          type: 'other',
          content: `${count} new ${count === 1 ? 'item' : 'items'} for your saved search`,
          actionUrl: pathOf(query),
          // The same number as yesterday is of other items.
          isAlwaysNews: true,
        })
      }
      return days.length
    })

  async function tellOfTheDay() {
    for (;;) if ((await tellSome()) === 0) break
    await deleteOldMatches(db)
  }
  jobs.schedule('daily-saved-searches', EVERY_MORNING, tellOfTheDay)

  return {
    /** Within the transaction that puts a product on the market. */
    published: (tx: Database, productId: string) => jobs.enqueue(tx, MATCH_PRODUCT, { productId }),
  }
}
