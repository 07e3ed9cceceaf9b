import type { Domain } from '#server/context.ts'
import { handleSearchJobs } from './jobs.ts'
import { createSearchCounter, type SearchCounter } from '#server/search/words/popular-searches.ts'
import { searchRoutes } from './routes.ts'
import { createSearchCaches, type SearchCaches } from './search-caches.ts'

export interface SearchState {
  searchCaches: SearchCaches
  searchCounter: SearchCounter
}

declare module '#server/context.ts' {
  interface Context extends SearchState {}
}

export const searchDomain = {
  routes: searchRoutes,
  jobs: handleSearchJobs,
  open({ longReads, changes, onClose, ...platform }) {
    const searchCaches = createSearchCaches(longReads, Date.now)
    changes.onChange((change) => {
      if (change !== 'pages' && change !== 'notice')
        searchCaches.clear(typeof change === 'string' ? undefined : change)
    })
    const searchCounter = createSearchCounter({ ...platform, now: Date.now })
    onClose(searchCounter.close)
    return { searchCaches, searchCounter }
  },
} satisfies Domain
