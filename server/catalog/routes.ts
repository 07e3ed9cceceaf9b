import type { Hono } from 'hono'
import { listCategories } from '#contract/catalog.ts'
import { mount } from '#server/http/mount.ts'
import type { CatalogService } from './service.ts'

export function catalogRoutes(app: Hono, catalog: CatalogService): void {
  mount(app, listCategories, async () => ({ categories: await catalog.categories() }))
}
