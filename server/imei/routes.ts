import type { imeiContract } from '#contract/imei/imei.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import {
  checkImei,
  deleteStolenPhone,
  hasImei,
  listStolenPhones,
  reportStolenPhone,
  setImei,
} from './service.ts'

export const imeiRoutes = {
  getProductImei: async (ctx, { viewer, params }) => ({
    isStored: await hasImei(ctx, { sellerId: viewer.id, productId: params.id }),
  }),
  setProductImei: async (ctx, { viewer, params, body }) => {
    await setImei(ctx, { sellerId: viewer.id, productId: params.id, imei: body.imei })
    return { isStored: body.imei !== null }
  },
  checkImei: async (ctx, { viewer, body }, reply) => ({
    answer: await checkImei(ctx, { userId: viewer.id, address: ctx.addressOf(reply.request), ...body }),
  }),
  listStolenPhones: async (ctx, { viewer }) => ({
    phones: await listStolenPhones(ctx, { userId: viewer.id }),
  }),
  reportStolenPhone: async (ctx, { viewer, body }, reply) => ({
    phones: await reportStolenPhone(ctx, {
      userId: viewer.id,
      address: ctx.addressOf(reply.request),
      ...body,
    }),
  }),
  deleteStolenPhone: (ctx, { viewer, params }) =>
    deleteStolenPhone(ctx, { userId: viewer.id, id: params.id }),
} satisfies Handlers<typeof imeiContract, Context>
