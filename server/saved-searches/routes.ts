import type { Hono } from 'hono'
import * as contract from '#contract/saved-searches.ts'
import { mount } from '#server/http/mount.ts'
import type { SavedSearchesService } from './service.ts'

export function savedSearchesRoutes(app: Hono, searches: SavedSearchesService): void {
  mount(app, contract.listSavedSearches, async ({ viewer }) => ({
    searches: await searches.list(viewer.id),
  }))
  mount(app, contract.saveSearch, ({ viewer, body }) => searches.save(viewer.id, body.query, body.alert))
  mount(app, contract.setSearchAlert, ({ viewer, params, body }) =>
    searches.setAlert(viewer.id, params.id, body.alert),
  )
  mount(app, contract.deleteSavedSearch, async ({ viewer, params }) => {
    await searches.remove(viewer.id, params.id)
    return {}
  })
}
