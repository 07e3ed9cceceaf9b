import type { Context } from '#server/context.ts'
import { deleteOldReveals } from './queries.ts'

const EVERY_NIGHT = '17 3 * * *'
/** Long enough to see a pattern of somebody who collects contact details. */
const REVEALS_STORED_DAYS = 180

export function handleSellerJobs({ jobs, db }: Context): void {
  jobs.schedule('forget-contact-reveals', EVERY_NIGHT, async () => {
    await deleteOldReveals(db, REVEALS_STORED_DAYS)
  })
}
