import type { Context } from '#server/context.ts'
import { REMOVE_UNUSED_PHOTOS, removeUnusedPhotos } from './photo-files.ts'

export function handleConversationJobs(ctx: Context): void {
  ctx.jobs.handle(REMOVE_UNUSED_PHOTOS, (payload) => removeUnusedPhotos(ctx, payload))
}
