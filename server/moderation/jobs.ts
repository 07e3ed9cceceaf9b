import type { Context } from '#server/context.ts'
import { rememberBannedMailboxes } from './banned-mailboxes.ts'
import { forgetOldPictures, REMOVE_REPORT_PICTURES, removeUnusedPictures } from './pictures.ts'
import { forgetPeople } from './identity-queries.ts'
import { deleteOldHistory } from './queries.ts'

const EVERY_NIGHT = '43 3 * * *'
const EVERY_HOUR = '27 * * * *'

/** Decisions and acts of moderators are deleted after two years, and no sooner: the database refuses. So are pictures of reports, and what outlives an account. */
export function handleModerationJobs(ctx: Pick<Context, 'db' | 'jobs' | 'personHashes' | 'storage'>): void {
  const { db, jobs } = ctx
  jobs.schedule('remember-banned-mailboxes', EVERY_HOUR, () => rememberBannedMailboxes(ctx))
  jobs.handle(REMOVE_REPORT_PICTURES, (payload) => removeUnusedPictures(ctx, payload))
  jobs.schedule('forget-moderation', EVERY_NIGHT, async () => {
    await deleteOldHistory(db)
    await forgetOldPictures(ctx)
    await forgetPeople(db)
  })
}
