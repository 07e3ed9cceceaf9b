import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Secrets } from '#server/platform/process/secrets.ts'
import type { KnownAccount } from './device.ts'
import { SESSION_DAYS } from './refresh-tokens.ts'

const REFRESH = 'sankofa-refresh'
const DEVICE = 'sankofa-device'
const BROWSER = 'sankofa-browser'
const DAY_SECONDS = 24 * 60 * 60
const DEVICE_DAYS = 400
/** Several people may share a family's phone. */
const ACCOUNTS_MAX = 5

/** Browsers send the sign-in cookies only to these addresses, and never with another site's request. */
const PATH = '/api/auth'

export interface CookieDeps {
  config: { publicUrl: string }
  secrets: Pick<Secrets, 'digest' | 'isDigest'>
}

const hashOf = (name: string) => createHash('sha256').update(name).digest('base64url')

export const isSecureSite = ({ config }: Pick<CookieDeps, 'config'>): boolean =>
  config.publicUrl.startsWith('https:')

/** Over https the name begins with `__Secure-`: browsers accept such a cookie only from https. */
export const cookieName = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${name}` : name

/** The cookie's name as browsers send it. */
export const refreshCookieName = (publicUrl: string): string => cookieName(REFRESH, publicUrl)

/** Cookies written before names had the prefix are still read, so that nobody is signed out. */
const readCookie = ({ config }: CookieDeps, { request: { cookies } }: FastifyReply, name: string) =>
  cookies[cookieName(name, config.publicUrl)] ?? cookies[name]

const deleteCookie = (reply: FastifyReply, name: string, secure: boolean) =>
  void reply.setCookie(name, '', { path: PATH, secure, maxAge: 0 })

/** Deletes the cookie without the prefix if the browser still has it. */
function deleteUnprefixed(reply: FastifyReply, name: string, secure: boolean) {
  if (secure && reply.request.cookies[name] !== undefined) deleteCookie(reply, name, secure)
}

function writeCookie(
  ctx: CookieDeps,
  reply: FastifyReply,
  { name, value, days }: { name: string; value: string; days: number },
) {
  const secure = isSecureSite(ctx)
  deleteUnprefixed(reply, name, secure)
  void reply.setCookie(cookieName(name, ctx.config.publicUrl), value, {
    httpOnly: true,
    secure,
    sameSite: 'strict',
    path: PATH,
    maxAge: days * DAY_SECONDS,
  })
}

export const findRefreshToken = (ctx: CookieDeps, reply: FastifyReply): string | undefined =>
  readCookie(ctx, reply, REFRESH)

export const setRefreshToken = (ctx: CookieDeps, reply: FastifyReply, token: string): void =>
  writeCookie(ctx, reply, { name: REFRESH, value: token, days: SESSION_DAYS })

export function deleteRefreshToken(ctx: CookieDeps, reply: FastifyReply): void {
  const secure = isSecureSite(ctx)
  deleteUnprefixed(reply, REFRESH, secure)
  deleteCookie(reply, refreshCookieName(ctx.config.publicUrl), secure)
}

const PURPOSE = 'known-device'

const signed = ({ secrets }: CookieDeps, text: string) =>
  `${text}.${secrets.digest(PURPOSE, text).toString('base64url')}`

const isSignedBy = ({ secrets }: CookieDeps, text: string, entry: string) =>
  secrets.isDigest(PURPOSE, text, Buffer.from(entry.slice(entry.lastIndexOf('.') + 1), 'base64url'))

/** Lists the accounts that signed in on this device before. */
export function listKnownAccounts(ctx: CookieDeps, reply: FastifyReply): KnownAccount[] {
  const entries = (readCookie(ctx, reply, DEVICE) ?? '').split(' ').slice(0, ACCOUNTS_MAX)
  return entries.flatMap((entry) => {
    // Entries written before there were epochs (`id.signature`) have epoch 0.
    const [id = '', epoch = '0'] = entry.split('.').slice(0, -1)
    const isSigned = isSignedBy(ctx, entry.slice(0, entry.lastIndexOf('.')), entry)
    return id && isSigned ? [{ id, epoch: Number(epoch) }] : []
  })
}

export function rememberAccount(ctx: CookieDeps, reply: FastifyReply, account: KnownAccount): void {
  const others = listKnownAccounts(ctx, reply).filter(({ id }) => id !== account.id)
  const accounts = [account, ...others].slice(0, ACCOUNTS_MAX)
  const value = accounts.map(({ id, epoch }) => signed(ctx, `${id}.${epoch}`)).join(' ')
  writeCookie(ctx, reply, { name: DEVICE, value, days: DEVICE_DAYS })
}

/** Hash of a random name that only this browser knows. */
export function findBrowser(ctx: CookieDeps, reply: FastifyReply): string | undefined {
  const name = readCookie(ctx, reply, BROWSER)
  return name && hashOf(name)
}

/** Returns the same hash; a browser without a name gets one. */
export function nameBrowser(ctx: CookieDeps, reply: FastifyReply): string {
  const name = readCookie(ctx, reply, BROWSER) ?? randomBytes(32).toString('base64url')
  // Code that reads the cookie again before the reply is sent finds the new name.
  reply.request.cookies[cookieName(BROWSER, ctx.config.publicUrl)] = name
  writeCookie(ctx, reply, { name: BROWSER, value: name, days: SESSION_DAYS })
  return hashOf(name)
}
