import type { Hono } from 'hono'
import * as contract from '#contract/favourites.ts'
import { mount } from '#server/http/mount.ts'
import type { FavouritesService } from './service.ts'

export function favouritesRoutes(app: Hono, favourites: FavouritesService): void {
  mount(app, contract.listFavourites, ({ viewer, query }) => favourites.list(viewer.id, query.cursor))
  mount(app, contract.whichFavourites, async ({ viewer, query }) => ({
    productIds: await favourites.which(viewer.id, query.products),
  }))
  mount(app, contract.keepFavourite, async ({ viewer, params }) => {
    await favourites.keep(viewer.id, params.id)
    return {}
  })
  mount(app, contract.dropFavourite, async ({ viewer, params }) => {
    await favourites.drop(viewer.id, params.id)
    return {}
  })
  mount(app, contract.mergeFavourites, async ({ viewer, body }) => {
    await favourites.merge(viewer.id, body.productIds)
    return {}
  })
}
