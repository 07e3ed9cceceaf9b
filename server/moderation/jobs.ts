import type { Context } from '#server/context.ts'
import { deleteOldHistory } from './queries.ts'

const EVERY_NIGHT = '43 3 * * *'

/** Decisions and acts of moderators go after two years, and no sooner: the database refuses. */
export function handleModerationJobs({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.schedule('forget-moderation', EVERY_NIGHT, () => deleteOldHistory(db))
}
