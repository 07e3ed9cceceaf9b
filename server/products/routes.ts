import type { Hono } from 'hono'
import { getProduct, listFeatured } from '#contract/products.ts'
import { mount } from '#server/http/mount.ts'
import type { ProductsService } from './service.ts'

export function productsRoutes(app: Hono, products: ProductsService): void {
  mount(app, listFeatured, async () => ({ products: await products.featured() }))
  mount(app, getProduct, ({ params }) => products.product(params.id))
}
