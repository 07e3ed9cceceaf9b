import type { Context } from 'hono'
import type { Provider } from '#contract/site.ts'
import { AppError } from '#server/app-error.ts'
import { requestIdOf } from '#server/http/request-log.ts'
import type { Log } from '#server/log.ts'

const TEXT_MAX = 200

interface Whose {
  provider?: Provider
  isNative: boolean
}

/** Where a browser goes next. A secret stands behind #, which no server's log sees. */
export function oauthRedirects({ nativeCallback, log }: { nativeCallback: string | undefined; log: Log }) {
  function go(c: Context, address: string): Response {
    c.header('Cache-Control', 'no-store')
    return c.redirect(address, 302)
  }

  function goFailed(c: Context, whose: Whose, error: string, description: string): Response {
    const search = new URLSearchParams({
      ...(whose.provider && { provider: whose.provider }),
      error,
      ...(description && { error_description: description }),
    })
    const page = whose.isNative && nativeCallback ? nativeCallback : '/auth/callback'
    return go(c, `${page}?${search.toString()}`)
  }

  return {
    go,
    /** To a page of ours that goes on to another one. */
    goWithNext: (c: Context, path: string, next: string, hash = '') =>
      go(c, `${path}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}${hash}`),
    goNative: (c: Context, code: string) => go(c, `${nativeCallback}#code=${code}`),

    /** The provider's words are anybody's to write: a plain code, and a short text that the page shows as text only. */
    refusedByProvider(c: Context, whose: Whose, error: string): Response {
      const code = /^[\w.-]{1,64}$/.test(error) ? error : 'provider_error'
      return goFailed(c, whose, code, (c.req.query('error_description') ?? '').slice(0, TEXT_MAX))
    },

    /** Faults end on the same page, which has its own words for them. */
    failed(c: Context, whose: Whose, error: unknown): Response {
      const about = { requestId: requestIdOf(c), provider: whose.provider }
      if (!(error instanceof AppError)) {
        log.error({ ...about, err: error }, 'sign-in fault')
        return goFailed(c, whose, 'fault', '')
      }
      if (error.cause) log.warn({ ...about, err: error.cause }, error.code)
      return goFailed(c, whose, error.code, error.message)
    },
  }
}
