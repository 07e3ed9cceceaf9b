import type { Hono } from 'hono'
import * as contract from '#contract/selling.ts'
import type { AddressReader } from '#server/http/client-address.ts'
import { mount } from '#server/http/mount.ts'
import type { SellingService } from './service.ts'

export function sellingRoutes(
  app: Hono,
  { selling, addressOf }: { selling: SellingService; addressOf: AddressReader },
): void {
  mount(app, contract.listOwnProducts, ({ viewer, query: { drafts, cursor } }) =>
    selling.list(viewer.id, { drafts: drafts === 'yes', cursor }),
  )
  mount(app, contract.getOwnProduct, ({ viewer, params }) => selling.read(viewer.id, params.id))
  mount(app, contract.createDraft, ({ viewer, body }) => selling.createDraft(viewer.id, body))
  mount(app, contract.saveDraft, ({ viewer, params, body }) => selling.saveDraft(viewer.id, params.id, body))
  mount(app, contract.publishProduct, ({ viewer, params, body }) =>
    selling.publish(viewer.id, params.id, body),
  )
  mount(app, contract.saveProduct, ({ viewer, params, body }) =>
    selling.saveProduct(viewer.id, params.id, body),
  )
  mount(app, contract.setProductStatus, ({ viewer, params, body }) =>
    selling.setStatus(viewer.id, params.id, body),
  )
  mount(app, contract.listInterested, async ({ viewer, params }) => ({
    people: await selling.interested(viewer.id, params.id),
  }))
  mount(app, contract.deleteProduct, async ({ viewer, params }) => {
    await selling.remove(viewer.id, params.id)
    return {}
  })
  mount(app, contract.countView, async ({ params }, c) => {
    selling.views.count(params.id, addressOf(c))
    return {}
  })
}
