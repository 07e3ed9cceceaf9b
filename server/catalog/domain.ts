import type { Domain } from '#server/context.ts'
import { type CategoryCache, createCategoryCache } from './category-cache.ts'
import { handleCatalogJobs } from './jobs.ts'
import { catalogRoutes } from './routes.ts'

export interface CatalogState {
  categoryCache: CategoryCache
}

declare module '#server/context.ts' {
  interface Context extends CatalogState {}
}

export const catalogDomain = {
  routes: catalogRoutes,
  jobs: handleCatalogJobs,
  open({ db, changes }) {
    const categoryCache = createCategoryCache(db, Date.now)
    changes.onChange((change) => {
      if (change === 'market' || change === 'withheld') categoryCache.clear()
    })
    return { categoryCache }
  },
} satisfies Domain
