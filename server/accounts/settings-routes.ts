import type { Hono } from 'hono'
import * as contract from '#contract/account-settings.ts'
import { mount } from '#server/http/mount.ts'
import { type RouteParts, sessionGiver } from './routes.ts'

const DONE = { done: true } as const

/** What a person changes about how they sign in and how they hear of news. */
export function accountSettingsRoutes(app: Hono, { accounts, cookies, addressOf }: RouteParts): void {
  const { clientOf } = sessionGiver({ cookies, addressOf })

  mount(app, contract.getAccount, ({ viewer }) => accounts.account(viewer))
  mount(app, contract.changeEmail, async ({ viewer, body }, c) => {
    await accounts.requireLiveSession(viewer)
    await accounts.changeEmail(viewer, body, clientOf(c))
    return DONE
  })
  mount(app, contract.confirmEmailChange, async ({ body }) => ({
    user: await accounts.confirmEmailChange(body.token),
  }))
  mount(app, contract.reauthenticate, async ({ viewer, body }) => {
    await accounts.reauthenticate(viewer, body)
    return DONE
  })
  mount(app, contract.getPreferences, ({ viewer }) => accounts.preferences(viewer))
  mount(app, contract.savePreferences, ({ viewer, body }) => accounts.savePreferences(viewer, body))
  mount(app, contract.stopMail, async ({ params }) => {
    await accounts.stopMail(params.token)
    return {}
  })
  // Programs that look at every address of a mail must change nothing by it.
  app.get(contract.stopMail.path, (c) => c.redirect(accounts.stopMailPage(c.req.param('token'))))
}
