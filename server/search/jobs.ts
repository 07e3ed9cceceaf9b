import type { Context } from '#server/context.ts'
import { deleteOldSearches, halveSearches } from '#server/search/words/popular-searches.ts'

const EVERY_NIGHT = '37 2 * * *'
const EVERY_MONDAY = '47 2 * * 1'

export function handleSearchJobs({ db, jobs }: Pick<Context, 'db' | 'jobs'>): void {
  jobs.schedule('forget-searches', EVERY_NIGHT, () => deleteOldSearches(db))
  jobs.schedule('halve-searches', EVERY_MONDAY, () => halveSearches(db))
}
