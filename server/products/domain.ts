import type { Domain } from '#server/context.ts'
import { productsRoutes } from './routes.ts'
import { addSharePictures } from './share-pictures.ts'
import { addShortLinks } from './short-links.ts'
import { addSitemap } from './sitemap-routes.ts'

export const productsDomain = {
  routes: productsRoutes,
  addRoutes(app, ctx) {
    addShortLinks(app)
    addSharePictures(app, ctx)
    addSitemap(app, ctx)
  },
} satisfies Domain
