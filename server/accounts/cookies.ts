import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { Secrets } from '#server/secrets.ts'
import { SESSION_DAYS } from './sessions.ts'

const REFRESH = 'sankofa-refresh'
const DEVICE = 'sankofa-device'
const BROWSER = 'sankofa-browser'
const DAY_SECONDS = 24 * 60 * 60
/** A family's phone knows several people. */
const MOST_ACCOUNTS = 5

const hashOf = (name: string) => createHash('sha256').update(name).digest('base64url')

const optionsOf = (days: number, secure: boolean): CookieOptions => ({
  httpOnly: true,
  secure,
  sameSite: 'Strict',
  path: '/api/auth',
  maxAge: days * DAY_SECONDS,
})

export interface AuthCookies {
  refreshToken(c: Context): string | undefined
  setRefreshToken(c: Context, token: string): void
  clearRefreshToken(c: Context): void
  /** Accounts that signed in on this device before. */
  knownAccounts(c: Context): string[]
  rememberAccount(c: Context, accountId: string): void
  /** A name for this browser that nobody else knows; as a hash, fit to be kept. */
  browser(c: Context): string | undefined
  /** The same, and a browser without a name gets one. */
  nameBrowser(c: Context): string
}

/** The cookies of sign-in go to `/api/auth` alone, and never to another site's request. */
export function authCookies(secrets: Secrets, { secure }: { secure: boolean }): AuthCookies {
  const sign = (accountId: string) => secrets.digest('known-device', accountId).toString('base64url')

  function knownAccounts(c: Context): string[] {
    const entries = (getCookie(c, DEVICE) ?? '').split(' ').slice(0, MOST_ACCOUNTS)
    return entries.flatMap((entry) => {
      const [accountId = '', signature] = entry.split('.')
      return accountId && signature === sign(accountId) ? [accountId] : []
    })
  }

  return {
    refreshToken: (c) => getCookie(c, REFRESH),
    setRefreshToken: (c, token) => setCookie(c, REFRESH, token, optionsOf(SESSION_DAYS, secure)),
    clearRefreshToken: (c) => void deleteCookie(c, REFRESH, { path: '/api/auth', secure }),
    knownAccounts,
    browser(c) {
      const name = getCookie(c, BROWSER)
      return name && hashOf(name)
    },
    nameBrowser(c) {
      const name = getCookie(c, BROWSER) ?? randomBytes(32).toString('base64url')
      setCookie(c, BROWSER, name, optionsOf(SESSION_DAYS, secure))
      return hashOf(name)
    },
    rememberAccount(c, accountId) {
      const accounts = [accountId, ...knownAccounts(c).filter((id) => id !== accountId)].slice(
        0,
        MOST_ACCOUNTS,
      )
      const value = accounts.map((id) => `${id}.${sign(id)}`).join(' ')
      setCookie(c, DEVICE, value, optionsOf(400, secure))
    },
  }
}
