import type { Context } from '#server/context.ts'
import { writeDocuments } from './rebuild.ts'
import { deleteOldSearches, halveSearches } from '#server/search/words/popular-searches.ts'

const EVERY_MINUTE = '* * * * *'
const EVERY_NIGHT = '37 2 * * *'
const EVERY_MONDAY = '47 2 * * 1'

export function handleSearchJobs({ db, changes, jobs }: Pick<Context, 'db' | 'changes' | 'jobs'>): void {
  jobs.schedule('write-search-documents', EVERY_MINUTE, () => writeDocuments({ db, changes }))
  jobs.schedule('forget-searches', EVERY_NIGHT, () => deleteOldSearches(db))
  jobs.schedule('halve-searches', EVERY_MONDAY, () => halveSearches(db))
}
