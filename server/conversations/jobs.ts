import type { Context } from '#server/context.ts'
import { releaseOverdueMessages } from '#server/conversations/held/deciding-held.ts'
import { REMOVE_UNUSED_PHOTOS, removeUnusedPhotos } from './photo-files.ts'

const EVERY_FIVE_MINUTES = '*/5 * * * *'

export function handleConversationJobs(ctx: Context): void {
  ctx.jobs.handle(REMOVE_UNUSED_PHOTOS, (payload) => removeUnusedPhotos(ctx, payload))
  ctx.jobs.schedule('let-held-messages-go', EVERY_FIVE_MINUTES, () => releaseOverdueMessages(ctx))
}
