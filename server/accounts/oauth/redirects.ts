import type { FastifyReply } from 'fastify'
import type { Provider } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { countRefusal } from '#server/platform/http/errors.ts'

const TEXT_MAX = 200

/** The query that a page of ours or a provider sends about a sign-in. */
export interface OAuthQuery {
  next?: string
  native?: string
  state?: string
  code?: string
  error?: string
  error_description?: string
}

type RedirectDeps = Pick<Context, 'config' | 'log' | 'telemetry'>

interface FailedSignIn {
  provider?: Provider
  isNative: boolean
}

/** Callers put secrets after #, so that no server logs them. */
export function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 302)
}

/** Redirects to a page of ours that continues to `next`. */
export const redirectWithNext = (
  reply: FastifyReply,
  { path, next, hash = '' }: { path: string; next: string; hash?: string },
): FastifyReply => redirect(reply, `${path}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}${hash}`)

export const redirectToApp = ({ config }: RedirectDeps, reply: FastifyReply, code: string): FastifyReply =>
  redirect(reply, `${config.oauth.nativeCallback}#code=${code}`)

function redirectWithError(
  { config }: RedirectDeps,
  reply: FastifyReply,
  { provider, isNative, error, description }: FailedSignIn & { error: string; description: string },
): FastifyReply {
  const search = new URLSearchParams({
    ...(provider && { provider }),
    error,
    ...(description && { error_description: description }),
  })
  const page = (isNative && config.oauth.nativeCallback) || '/auth/callback'
  return redirect(reply, `${page}?${search.toString()}`)
}

/**
 * Anybody can forge the provider's words, so the page gets only a plain code and a short text that it shows
 * as text.
 */
export function redirectRefused(
  ctx: RedirectDeps,
  reply: FastifyReply,
  { error, ...failed }: FailedSignIn & { error: string },
): FastifyReply {
  const code = /^[\w.-]{1,64}$/.test(error) ? error : 'provider_error'
  const description = ((reply.request.query as OAuthQuery).error_description ?? '').slice(0, TEXT_MAX)
  return redirectWithError(ctx, reply, { ...failed, error: code, description })
}

/** Redirects to the same page after any other error; the page has its own text for faults. */
export function redirectFailed(
  ctx: RedirectDeps,
  reply: FastifyReply,
  { error, ...failed }: FailedSignIn & { error: unknown },
): FastifyReply {
  const about = { requestId: reply.request.id, provider: failed.provider }
  countRefusal(ctx.telemetry, reply.request, asAppError(error).code)
  if (!(error instanceof AppError)) {
    ctx.log.error({ ...about, err: error }, 'Sign-in through a provider failed unexpectedly')
    const { code, message } = asAppError(error)
    const description = code === 'fault' ? '' : message
    return redirectWithError(ctx, reply, { ...failed, error: code, description })
  }
  if (error.cause)
    ctx.log.warn({ ...about, err: error.cause }, `Sign-in through a provider failed: ${error.code}`)
  // Suspended and banned people see the reason on the appeal page.
  if (error.appealToken && !failed.isNative) return redirect(reply, `/appeal#token=${error.appealToken}`)
  return redirectWithError(ctx, reply, { ...failed, error: error.code, description: error.message })
}
