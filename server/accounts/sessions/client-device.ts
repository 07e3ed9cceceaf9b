import type { Context as HttpContext } from 'hono'
import type { Context } from '#server/context.ts'
import { type CookieDeps, findBrowser, listKnownAccounts } from './cookies.ts'
import type { ClientDevice } from './device.ts'
import { deviceName } from './device-name.ts'

export const readDevice = (ctx: CookieDeps & Pick<Context, 'addressOf'>, c: HttpContext): ClientDevice => ({
  address: ctx.addressOf(c),
  name: deviceName(c.req.header('user-agent')),
  knownAccounts: listKnownAccounts(ctx, c),
  browser: findBrowser(ctx, c),
})
