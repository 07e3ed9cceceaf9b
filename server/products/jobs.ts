import type { Context } from '#server/context.ts'
import { deleteOldPriceChanges, forgetOldFalls } from './queries.ts'

const EVERY_NIGHT = '20 3 * * *'

export function handleProductsJobs({ jobs, db }: Context): void {
  jobs.schedule('forget-price-changes', EVERY_NIGHT, async () => {
    await deleteOldPriceChanges(db)
    await forgetOldFalls(db)
  })
}
