import type { Context } from '#server/context.ts'
import { deliver, DELIVER_NOTIFICATIONS } from './delivery.ts'
import { DIGEST, prepareDigest, releaseDueDigests, SEND_DIGEST, sendDigest } from './digest.ts'
import { deleteOldNotifications } from './old-notifications.ts'
import { releaseDuePushes, SEND_PUSH } from './push-release.ts'
import { SEND_PUSH_CONCURRENCY, sendPush } from './pushing.ts'

const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '23 3 * * *'

export function handleNotificationJobs(ctx: Context): void {
  const { jobs } = ctx
  jobs.handle(DELIVER_NOTIFICATIONS, (payload) => deliver(ctx, payload), { concurrency: 4 })
  jobs.handle(SEND_PUSH, (payload) => sendPush(ctx, payload), SEND_PUSH_CONCURRENCY)
  jobs.handle(DIGEST, (payload) => prepareDigest(ctx, payload), { concurrency: 4 })
  jobs.handle(SEND_DIGEST, (payload, run) => sendDigest(ctx, payload, run), { concurrency: 4 })
  jobs.schedule('due-news', EVERY_MINUTE, async () => {
    await releaseDuePushes(ctx)
    await releaseDueDigests(ctx)
  })
  jobs.schedule('news-clean-up', EVERY_NIGHT, () => deleteOldNotifications(ctx))
}
