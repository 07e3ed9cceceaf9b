import type { Hono } from 'hono'
import * as contract from '#contract/sellers.ts'
import { mount } from '#server/http/mount.ts'
import type { SellersService } from './service.ts'

export function sellersRoutes(app: Hono, sellers: SellersService): void {
  mount(app, contract.getSeller, ({ params }) => sellers.seller(params.id))
  mount(app, contract.listSellerProducts, ({ params, query }) => sellers.products(params.id, query.cursor))
  mount(app, contract.revealContact, async ({ viewer, params, body: { kind } }) => ({
    kind,
    value: await sellers.reveal(viewer.id, params.id, kind),
  }))
}
