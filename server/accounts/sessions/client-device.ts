import type { FastifyReply } from 'fastify'
import type { Context } from '#server/context.ts'
import { type CookieDeps, findBrowser, listKnownAccounts } from './cookies.ts'
import type { ClientDevice } from './device.ts'
import { deviceName } from './device-name.ts'

export const readDevice = (
  ctx: CookieDeps & Pick<Context, 'addressOf'>,
  reply: FastifyReply,
): ClientDevice => ({
  address: ctx.addressOf(reply.request),
  name: deviceName(reply.request.headers['user-agent']),
  knownAccounts: listKnownAccounts(ctx, reply),
  browser: findBrowser(ctx, reply),
})
