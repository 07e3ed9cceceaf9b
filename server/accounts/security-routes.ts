import type { Hono } from 'hono'
import * as phone from '#contract/phone.ts'
import * as twoFactor from '#contract/two-factor.ts'
import { mount } from '#server/http/mount.ts'
import { type RouteParts, sessionGiver } from './routes.ts'

const DONE = { done: true } as const

/** Two-factor sign-in and the verified phone number. */
export function securityRoutes(app: Hono, { accounts, cookies, addressOf }: RouteParts): void {
  const { clientOf, give } = sessionGiver({ cookies, addressOf })

  mount(app, twoFactor.passTwoFactor, async ({ body }, c) => ({
    session: give(c, await accounts.passTwoFactor(body, clientOf(c))),
  }))
  mount(app, twoFactor.getSecurity, ({ viewer }) => accounts.security(viewer))
  mount(app, twoFactor.startTwoFactor, async ({ viewer }) => {
    await accounts.requireLiveSession(viewer)
    return accounts.startTwoFactor(viewer)
  })
  mount(app, twoFactor.enableTwoFactor, async ({ viewer, body }) => {
    await accounts.requireLiveSession(viewer)
    return { recoveryCodes: await accounts.enableTwoFactor(viewer, body.code) }
  })
  mount(app, twoFactor.disableTwoFactor, async ({ viewer, body }) => {
    await accounts.requireLiveSession(viewer)
    await accounts.disableTwoFactor(viewer, body.code)
    return DONE
  })
  mount(app, phone.sendPhoneCode, async ({ viewer, body }, c) => {
    await accounts.requireLiveSession(viewer)
    await accounts.sendPhoneCode(viewer, body.phone, addressOf(c))
    return { phone: body.phone }
  })
  mount(app, phone.verifyPhone, async ({ viewer, body }) => {
    await accounts.requireLiveSession(viewer)
    await accounts.verifyPhone(viewer, body)
    return { phone: body.phone }
  })
}
