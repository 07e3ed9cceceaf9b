import { createHash, randomBytes } from 'node:crypto'
import type { Context as HttpContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { KnownAccount } from './device.ts'
import { SESSION_DAYS } from './refresh-tokens.ts'

const REFRESH = 'sankofa-refresh'
const DEVICE = 'sankofa-device'
const BROWSER = 'sankofa-browser'
/** Variable of the request. */
const REMEMBERED = 'remembered-account'
const DAY_SECONDS = 24 * 60 * 60
const DEVICE_DAYS = 400
/** A family's phone knows several people. */
const ACCOUNTS_MAX = 5

/** The cookies of sign-in go to these addresses alone, and never with another site's request. */
const PATH = '/api/auth'

export interface CookieDeps {
  config: { publicUrl: string }
  secrets: Pick<Secrets, 'digest' | 'isDigest'>
}

const hashOf = (name: string) => createHash('sha256').update(name).digest('base64url')

export const isSecureSite = ({ config }: Pick<CookieDeps, 'config'>): boolean =>
  config.publicUrl.startsWith('https:')

/** Over https the name begins with `__Secure-`: browsers accept such a cookie from https alone. */
export const prefixOf = (secure: boolean): 'secure' | undefined => (secure ? 'secure' : undefined)

/** As browsers send it. */
export const refreshCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${REFRESH}` : REFRESH

/** Cookies written before names had the prefix are still read, so that nobody is signed out. */
const readCookie = (ctx: CookieDeps, c: HttpContext, name: string) =>
  getCookie(c, name, prefixOf(isSecureSite(ctx))) ?? getCookie(c, name)

function deleteUnprefixed(c: HttpContext, name: string, secure: boolean) {
  if (secure && getCookie(c, name) !== undefined) deleteCookie(c, name, { path: PATH, secure })
}

function writeCookie(
  ctx: CookieDeps,
  c: HttpContext,
  { name, value, days }: { name: string; value: string; days: number },
) {
  const secure = isSecureSite(ctx)
  deleteUnprefixed(c, name, secure)
  setCookie(c, name, value, {
    httpOnly: true,
    secure,
    sameSite: 'Strict',
    path: PATH,
    prefix: prefixOf(secure),
    maxAge: days * DAY_SECONDS,
  })
}

export const findRefreshToken = (ctx: CookieDeps, c: HttpContext): string | undefined =>
  readCookie(ctx, c, REFRESH)

export const setRefreshToken = (ctx: CookieDeps, c: HttpContext, token: string): void =>
  writeCookie(ctx, c, { name: REFRESH, value: token, days: SESSION_DAYS })

export function deleteRefreshToken(ctx: CookieDeps, c: HttpContext): void {
  const secure = isSecureSite(ctx)
  deleteUnprefixed(c, REFRESH, secure)
  deleteCookie(c, REFRESH, { path: PATH, secure, prefix: prefixOf(secure) })
}

const PURPOSE = 'known-device'

const signed = ({ secrets }: CookieDeps, text: string) =>
  `${text}.${secrets.digest(PURPOSE, text).toString('base64url')}`

const isSignedBy = ({ secrets }: CookieDeps, text: string, entry: string) =>
  secrets.isDigest(PURPOSE, text, Buffer.from(entry.slice(entry.lastIndexOf('.') + 1), 'base64url'))

/** Accounts that signed in on this device before. */
export function listKnownAccounts(ctx: CookieDeps, c: HttpContext): KnownAccount[] {
  const entries = (readCookie(ctx, c, DEVICE) ?? '').split(' ').slice(0, ACCOUNTS_MAX)
  return entries.flatMap((entry) => {
    // `id.signature`, as written before there were epochs, is of the first.
    const [id = '', epoch = '0'] = entry.split('.').slice(0, -1)
    const isSigned = isSignedBy(ctx, entry.slice(0, entry.lastIndexOf('.')), entry)
    return id && isSigned ? [{ id, epoch: Number(epoch) }] : []
  })
}

export function rememberAccount(ctx: CookieDeps, c: HttpContext, account: KnownAccount): void {
  c.set(REMEMBERED, account.id)
  const others = listKnownAccounts(ctx, c).filter(({ id }) => id !== account.id)
  const accounts = [account, ...others].slice(0, ACCOUNTS_MAX)
  const value = accounts.map(({ id, epoch }) => signed(ctx, `${id}.${epoch}`)).join(' ')
  writeCookie(ctx, c, { name: DEVICE, value, days: DEVICE_DAYS })
}

/** The account that this request opened or refreshed a session of. */
export const findRememberedAccount = (c: HttpContext): string | undefined =>
  c.get(REMEMBERED) as string | undefined

/** Hash of a random name that only this browser knows. */
export function findBrowser(ctx: CookieDeps, c: HttpContext): string | undefined {
  const name = readCookie(ctx, c, BROWSER)
  return name && hashOf(name)
}

/** The same; a browser without a name gets one. */
export function nameBrowser(ctx: CookieDeps, c: HttpContext): string {
  const name = readCookie(ctx, c, BROWSER) ?? randomBytes(32).toString('base64url')
  writeCookie(ctx, c, { name: BROWSER, value: name, days: SESSION_DAYS })
  return hashOf(name)
}
