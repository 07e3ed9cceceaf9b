import type { Context, Hono } from 'hono'
import * as contract from '#contract/accounts.ts'
import type { AddressReader } from '#server/http/client-address.ts'
import { mount } from '#server/http/mount.ts'
import { AppError } from '#server/app-error.ts'
import type { Client } from './account-parts.ts'
import type { AuthCookies } from './cookies.ts'
import { deviceName } from './device-name.ts'
import type { AccountsService } from './service.ts'
import type { OpenedSession } from './sessions.ts'
import type { SignInResult } from './sign-in.ts'

const DONE = { done: true } as const

export interface RouteParts {
  accounts: AccountsService
  cookies: AuthCookies
  addressOf: AddressReader
}

/** How a session reaches the browser: the refresh token as a cookie, the rest as the reply. */
export function sessionGiver({ cookies, addressOf }: Omit<RouteParts, 'accounts'>) {
  return {
    clientOf: (c: Context): Client => ({
      address: addressOf(c),
      deviceName: deviceName(c.req.header('user-agent')),
      knownAccounts: cookies.knownAccounts(c),
      browser: cookies.browser(c),
    }),
    give(c: Context, { session, refreshToken }: OpenedSession) {
      cookies.setRefreshToken(c, refreshToken)
      cookies.rememberAccount(c, session.user.id)
      return session
    },
  }
}

function signInRoutes(app: Hono, { accounts, cookies, addressOf }: RouteParts) {
  const { clientOf, give } = sessionGiver({ cookies, addressOf })

  mount(app, contract.register, async ({ body }, c) => {
    const opened = await accounts.register(body, { ...clientOf(c), browser: cookies.nameBrowser(c) })
    return { session: opened && give(c, opened) }
  })
  const answer = (c: Context, { opened, challenge }: SignInResult) => ({
    session: opened && give(c, opened),
    challenge,
  })
  mount(app, contract.verifyEmail, async ({ body }, c) => {
    const { signedIn, choosePassword } = await accounts.verifyEmail(body.token, clientOf(c))
    return { ...answer(c, signedIn), choosePassword }
  })
  mount(app, contract.resendVerification, async ({ body }, c) => {
    await accounts.resendVerification(body.email, clientOf(c))
    return DONE
  })
  mount(app, contract.login, async ({ body }, c) => answer(c, await accounts.login(body, clientOf(c))))
  mount(app, contract.requestPasswordReset, async ({ body }, c) => {
    await accounts.requestReset(body.email, clientOf(c))
    return DONE
  })
  mount(app, contract.recoverSession, async ({ body }, c) =>
    answer(c, await accounts.recover(body.token, clientOf(c))),
  )
}

function sessionRoutes(app: Hono, { accounts, cookies, addressOf }: RouteParts) {
  const { give } = sessionGiver({ cookies, addressOf })

  mount(app, contract.refreshSession, async (_input, c) => {
    const refreshToken = cookies.refreshToken(c)
    if (!refreshToken) throw new AppError('session-ended')
    return { session: give(c, await accounts.refresh(refreshToken)) }
  })
  mount(app, contract.logout, async ({ viewer, body }, c) => {
    await accounts.endSessions(viewer, body.scope === 'global' ? undefined : { only: viewer.sessionId })
    cookies.clearRefreshToken(c)
    return DONE
  })
  mount(app, contract.updatePassword, async ({ viewer, body }) => {
    await accounts.requireLiveSession(viewer)
    await accounts.updatePassword(viewer, body)
    return DONE
  })
  mount(app, contract.listDevices, async ({ viewer }) => ({ devices: await accounts.devices(viewer) }))
  mount(app, contract.endDevice, async ({ viewer, params }) => {
    const ended = await accounts.endSessions(viewer, { only: params.id })
    if (ended === 0) throw new AppError('not-found')
    return DONE
  })
  mount(app, contract.endOtherDevices, async ({ viewer }) => {
    await accounts.endSessions(viewer, { except: viewer.sessionId })
    return DONE
  })
}

export function accountsRoutes(app: Hono, parts: RouteParts): void {
  signInRoutes(app, parts)
  sessionRoutes(app, parts)
}
