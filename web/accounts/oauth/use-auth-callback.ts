import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import { ownPath } from '#contract/own-path.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { type ApiClient, statusOf } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { takeLinkSecret } from '#web/accounts/sessions/link-secret.ts'
import { nativeApp, takeNativeVerifier } from './native-app.ts'
import { isProvider, PROVIDER_NAMES } from './provider-names.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'

/** SPEC 9: pauses before the next page after success and after failure. */
const PAUSE_MILLISECONDS = { success: 1500, failed: 3000 }
/** Longest message from the address. Anybody can write a link to this page, so it is also shown only as text. */
const TEXT_MAX = 200

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

type State = { is: 'loading' } | { is: 'success'; next: string } | { is: 'failed'; message: string }

/** Message in the address about a failure at the provider or on the way back. */
function failureIn(search: URLSearchParams): string | undefined {
  const error = search.get('error')
  if (error === null) return undefined
  const text = search.get('error_description') ?? (error === 'fault' ? UNEXPECTED : error)
  return text.slice(0, TEXT_MAX).trim() || UNEXPECTED
}

function toastFailure(search: URLSearchParams, message: string) {
  const provider = search.get('provider')
  if (isProvider(provider)) showToast(`${PROVIDER_NAMES[provider]} login failed`, message)
  else showToast('Authentication failed', 'There was a problem with your login. Please try again.')
}

/** In a browser the cookie is already set; a native app brings a code for its web view. */
async function openSession(api: ApiClient, code: string | undefined) {
  if (code === undefined) {
    const { session } = await api.call('refreshSession', { body: {} })
    return { session, challenge: null }
  }
  return api.call('exchangeNativeCode', { body: { code, verifier: takeNativeVerifier() } })
}

/** SPEC 2: a browser continues by itself, and the window of a native app closes. */
function useLeave(state: State) {
  const navigate = useNavigate()
  useEffect(() => {
    if (state.is === 'loading') return undefined
    const timer = setTimeout(() => {
      const app = nativeApp()
      if (app) app.close()
      else navigate(state.is === 'success' ? state.next : '/auth/login', { replace: true })
    }, PAUSE_MILLISECONDS[state.is])
    return () => clearTimeout(timer)
  }, [state, navigate])
}

/**
 * Finishes a sign-in with a provider: finds the session or the reason for the failure, then continues by
 * itself.
 */
export function useAuthCallback(): State {
  const api = useApi()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [state, setState] = useState<State>({ is: 'loading' })
  const hasBegun = useRef(false)
  useLeave(state)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true

    function fail(message: string) {
      setState({ is: 'failed', message })
      toastFailure(search, message)
    }

    const failure = failureIn(search)
    if (failure !== undefined) {
      fail(failure)
      return
    }
    openSession(api, takeLinkSecret('code')).then(
      ({ session, challenge }) => {
        if (challenge) navigate(`/auth/login#challenge=${challenge}`, { replace: true })
        if (!session) return
        writeSession(session, 'signed-in')
        setState({ is: 'success', next: ownPath(search.get('next')) })
      },
      (error: unknown) => {
        fail(statusOf(error) === 401 ? 'No session found. Please try logging in again.' : UNEXPECTED)
      },
    )
  }, [api, navigate, search])

  return state
}
