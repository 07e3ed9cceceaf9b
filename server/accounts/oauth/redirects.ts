import type { Context as HttpContext } from 'hono'
import type { Provider } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { countRefusal } from '#server/platform/http/problem-reply.ts'
import { requestIdOf } from '#server/platform/http/request-log.ts'

const TEXT_MAX = 200

type RedirectDeps = Pick<Context, 'config' | 'log' | 'telemetry'>

interface FailedSignIn {
  provider?: Provider
  isNative: boolean
}

/** Secrets stand behind #, so that they are in no server's log. */
export function redirect(c: HttpContext, address: string): Response {
  c.header('Cache-Control', 'no-store')
  return c.redirect(address, 302)
}

/** To a page of ours that goes on to `next`. */
export const redirectWithNext = (
  c: HttpContext,
  { path, next, hash = '' }: { path: string; next: string; hash?: string },
): Response => redirect(c, `${path}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}${hash}`)

export const redirectToApp = ({ config }: RedirectDeps, c: HttpContext, code: string): Response =>
  redirect(c, `${config.oauth.nativeCallback}#code=${code}`)

function redirectWithError(
  { config }: RedirectDeps,
  c: HttpContext,
  { provider, isNative, error, description }: FailedSignIn & { error: string; description: string },
): Response {
  const search = new URLSearchParams({
    ...(provider && { provider }),
    error,
    ...(description && { error_description: description }),
  })
  const page = (isNative && config.oauth.nativeCallback) || '/auth/callback'
  return redirect(c, `${page}?${search.toString()}`)
}

/** Anybody may write the provider's words: a plain code, and a short text that the page shows as text only. */
export function redirectRefused(
  ctx: RedirectDeps,
  c: HttpContext,
  { error, ...failed }: FailedSignIn & { error: string },
): Response {
  const code = /^[\w.-]{1,64}$/.test(error) ? error : 'provider_error'
  const description = (c.req.query('error_description') ?? '').slice(0, TEXT_MAX)
  return redirectWithError(ctx, c, { ...failed, error: code, description })
}

/** Faults end on the same page, which has its own words for them. */
export function redirectFailed(
  ctx: RedirectDeps,
  c: HttpContext,
  { error, ...failed }: FailedSignIn & { error: unknown },
): Response {
  const about = { requestId: requestIdOf(c), provider: failed.provider }
  countRefusal(ctx.telemetry, c, asAppError(error).code)
  if (!(error instanceof AppError)) {
    ctx.log.error({ ...about, err: error }, 'sign-in fault')
    const { code, message } = asAppError(error)
    const description = code === 'fault' ? '' : message
    return redirectWithError(ctx, c, { ...failed, error: code, description })
  }
  if (error.cause) ctx.log.warn({ ...about, err: error.cause }, error.code)
  // Who may not log in reads why.
  if (error.appealToken && !failed.isNative) return redirect(c, `/appeal#token=${error.appealToken}`)
  return redirectWithError(ctx, c, { ...failed, error: error.code, description: error.message })
}
