import type { Domain } from '#server/context.ts'
import { handleProductsJobs } from './jobs.ts'
import { productsRoutes } from './routes.ts'
import { addSharePictures } from './share-pictures.ts'
import { addShortLinks } from './short-links.ts'
import { addSitemap } from './sitemap-routes.ts'

export const productsDomain = {
  routes: productsRoutes,
  jobs: handleProductsJobs,
  addRoutes(app, ctx) {
    addShortLinks(app)
    addSharePictures(app, ctx)
    addSitemap(app, ctx)
  },
} satisfies Domain
