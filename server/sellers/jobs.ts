import type { Context } from '#server/context.ts'
import { deleteOldReveals, updateReplyFigures } from './queries.ts'

const EVERY_NIGHT = '17 3 * * *'
const EARLY_MORNING = '47 3 * * *'
/** Long enough for people who sell only now and then, short enough to reward improvement. */
export const REPLY_TIMES = { days: 90, least: 3 }

export function handleSellerJobs({ jobs, db }: Context): void {
  jobs.schedule('forget-contact-reveals', EVERY_NIGHT, async () => {
    await deleteOldReveals(db)
  })
  jobs.schedule('count-reply-times', EARLY_MORNING, async () => {
    await updateReplyFigures(db, REPLY_TIMES)
  })
}
