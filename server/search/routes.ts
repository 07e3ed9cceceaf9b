import type { Hono } from 'hono'
import { searchProducts, suggest } from '#contract/search.ts'
import { mount } from '#server/http/mount.ts'
import type { SearchService } from './service.ts'

export function searchRoutes(app: Hono, search: SearchService): void {
  mount(app, searchProducts, ({ query }) => search.search(query))
  mount(app, suggest, ({ query }) => search.suggest(query.q))
}
