import type { sellingContract } from '#contract/selling/selling.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { assignPhotosToListing, createDraft, updateDraft } from './drafts.ts'
import { deleteProduct } from './deleting.ts'
import { answerOwnHold } from './holds.ts'
import { publishProduct, updateProduct } from './publishing.ts'
import { getOwnProduct, listOwnProducts } from './service.ts'
import { listInterestedBuyers, setProductStatus } from './statuses.ts'

export const sellingRoutes = {
  listOwnProducts: (ctx, { viewer, query: { drafts, cursor } }) =>
    listOwnProducts(ctx, { sellerId: viewer.id, drafts: drafts === 'yes', cursor }),
  getOwnProduct: (ctx, { viewer, params }) => getOwnProduct(ctx, { sellerId: viewer.id, id: params.id }),
  createDraft: (ctx, { viewer, body }) => createDraft(ctx, { sellerId: viewer.id, ...body }),
  updateDraft: (ctx, { viewer, params, body }) =>
    updateDraft(ctx, { sellerId: viewer.id, id: params.id, ...body }),
  publishProduct: (ctx, { viewer, params, body }) =>
    publishProduct(ctx, { sellerId: viewer.id, id: params.id, ...body }),
  updateProduct: (ctx, { viewer, params, body }) =>
    updateProduct(ctx, { sellerId: viewer.id, id: params.id, ...body }),
  setProductStatus: (ctx, { viewer, params, body }) =>
    setProductStatus(ctx, { sellerId: viewer.id, id: params.id, ...body }),
  answerHold: (ctx, { viewer, params, body }) =>
    answerOwnHold(ctx, { sellerId: viewer.id, id: params.id, ...body }),
  listInterestedBuyers: async (ctx, { viewer, params }) => ({
    people: await listInterestedBuyers(ctx, { sellerId: viewer.id, id: params.id }),
  }),
  deleteProduct: (ctx, { viewer, params, query }) =>
    deleteProduct(ctx, { sellerId: viewer.id, id: params.id, version: Number(query.version) }),
  assignPhotos: async (ctx, { viewer, body }) => ({
    productId: await assignPhotosToListing(ctx, {
      sellerId: viewer.id,
      photoIds: body.photos,
      productId: body.productId,
    }),
  }),
  recordView: async (ctx, { params, query }, reply) => {
    const address = ctx.addressOf(reply.request)
    ctx.viewCounter.count(params.id, address)
    if (query.search) ctx.searchCounter.count(query.search, address)
  },
} satisfies Handlers<typeof sellingContract, Context>
