import type { Context } from '#server/context.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { selectDelivery } from './notification-queries.ts'
import { releasePushes } from './push-release.ts'

export const DELIVER_NOTIFICATIONS = defineJob<{ notificationIds: string[] }>('deliver-news')

/** Updates badges and sends pushes. */
export async function deliver(
  ctx: Pick<Context, 'db' | 'jobs' | 'unreadBadges'>,
  { notificationIds }: { notificationIds: string[] },
): Promise<void> {
  const { personIds, hasPushes } = await selectDelivery(ctx.db, notificationIds)
  for (const personId of personIds) ctx.unreadBadges.update(personId)
  if (hasPushes) await releasePushes(ctx, notificationIds)
}
