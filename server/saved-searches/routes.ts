import type { savedSearchesContract } from '#contract/search/saved-searches.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  listSavedSearchMatches,
  updateSavedSearch,
} from './service.ts'

export const savedSearchesRoutes = {
  listSavedSearches: async (ctx, { viewer }) => ({
    searches: await listSavedSearches(ctx, { userId: viewer.id }),
  }),
  listSavedSearchMatches: async (ctx, { viewer }) => ({
    products: await listSavedSearchMatches(ctx, { userId: viewer.id }),
  }),
  createSavedSearch: (ctx, { viewer, body }) =>
    createSavedSearch(ctx, { userId: viewer.id, filters: body.query, alert: body.alert }),
  updateSavedSearch: (ctx, { viewer, params, body }) =>
    updateSavedSearch(ctx, { userId: viewer.id, id: params.id, alert: body.alert }),
  deleteSavedSearch: (ctx, { viewer, params }) =>
    deleteSavedSearch(ctx, { userId: viewer.id, id: params.id }),
} satisfies Handlers<typeof savedSearchesContract, Context>
