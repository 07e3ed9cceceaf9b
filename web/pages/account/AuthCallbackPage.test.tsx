import { act, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import type { NativeApp } from '#web/accounts/oauth/native-app.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { type ApiFetch, createApiClient } from '#web/platform/api/client.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { AuthCallbackPage } from './AuthCallbackPage.tsx'

const session = sessionOf('1', { name: 'Ama' })

const calls: { path: string; body: unknown }[] = []
let answer: () => Response | Promise<Response>
const fetch: ApiFetch = async (path, init) => {
  calls.push({ path, body: JSON.parse(String(init?.body)) })
  return answer()
}
const problem = (status: number, code: string) =>
  Response.json({ error: { code, message: code } }, { status })

function Here() {
  const { pathname, search, hash } = useLocation()
  return <p data-testid="here">{pathname + search + hash}</p>
}
const here = () => screen.getByTestId('here').textContent

async function open(address: string) {
  history.replaceState(null, '', address)
  render(
    <StrictMode>
      <Site api={createApiClient({ fetch })} at={address}>
        <AuthCallbackPage />
        <Here />
      </Site>
    </StrictMode>,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const lastToast = () => toastStore.read().at(-1)

beforeEach(() => {
  vi.useFakeTimers()
  calls.length = 0
  answer = () => Response.json({ session })
})
afterEach(() => {
  delete window.nativeApp
})

describe('the page after a login', () => {
  it('requests the session once and goes home after 1.5 s', async () => {
    const gate = Promise.withResolvers<Response>()
    answer = () => gate.promise
    await open('/auth/callback')
    expect(screen.getByRole('status').textContent).toBe('Completing authentication, please wait...')
    gate.resolve(Response.json({ session }))
    await pass(0)
    expect(calls).toEqual([{ path: '/api/auth/refresh', body: {} }])
    expect(heading()).toBe('Login Successful')
    expect(readSession()?.user.name).toBe('Ama')
    await pass(1499)
    expect(here()).toBe('/auth/callback')
    await pass(1)
    expect(here()).toBe('/')
  })

  it.each([
    ['/products?search=tv', '/products?search=tv'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['javascript:alert(1)', '/'],
  ])('reads next=%s and goes to %s', async (next, end) => {
    await open(`/auth/callback?next=${encodeURIComponent(next)}`)
    await pass(1500)
    expect(here()).toBe(end)
  })
})

describe('the page after a failure', () => {
  it("shows the provider's message as text and goes to log in after 3 s", async () => {
    const said = '<img src=x onerror=alert(1)> said no'
    await open(
      `/auth/callback?provider=google&error=access_denied&error_description=${encodeURIComponent(said)}`,
    )
    expect(heading()).toBe('Authentication Failed')
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(document.querySelector('img')).toBeNull()
    expect(lastToast()).toMatchObject({ title: 'Google login failed', detail: said })
    expect(screen.getByRole('link', { name: 'Return to login' }).getAttribute('href')).toBe('/auth/login')
    expect(calls).toEqual([])
    await pass(2999)
    expect(here()).toContain('/auth/callback')
    await pass(1)
    expect(here()).toBe('/auth/login')
  })

  it.each([
    ['provider=github&error=server_error', 'server_error', 'GitHub login failed'],
    ['error=fault', 'An unexpected error occurred. Please try again.', 'Authentication failed'],
    ['error=', 'An unexpected error occurred. Please try again.', 'Authentication failed'],
    ['provider=__proto__&error=x', 'x', 'Authentication failed'],
    [`error=x&error_description=${'y'.repeat(500)}`, 'y'.repeat(200), 'Authentication failed'],
  ])('explains ?%s', async (search, message, toast) => {
    await open(`/auth/callback?${search}`)
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(lastToast()?.title).toBe(toast)
  })

  it.each([
    ['no session', () => problem(401, 'session-ended'), 'No session found. Please try logging in again.'],
    ['a fault', () => problem(500, 'fault'), 'An unexpected error occurred. Please try again.'],
    [
      'no network',
      () => Promise.reject(new TypeError('offline')),
      'An unexpected error occurred. Please try again.',
    ],
  ])('explains %s', async (_name, reply, message) => {
    answer = reply
    await open('/auth/callback')
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(readSession()).toBeNull()
    await pass(3000)
    expect(here()).toBe('/auth/login')
  })
})

describe('the page in a native app', () => {
  const app = { open: vi.fn<NativeApp['open']>(), close: vi.fn<NativeApp['close']>() }
  beforeEach(() => {
    app.close.mockClear()
    window.nativeApp = app
  })

  it("exchanges the deep link's code and closes the window", async () => {
    localStorage.setItem('sankofa.native-sign-in', 'v'.repeat(43))
    answer = () => Response.json({ session, challenge: null })
    await open(`/auth/callback#code=${'c'.repeat(43)}`)
    expect(calls).toEqual([
      { path: '/api/auth/native', body: { code: 'c'.repeat(43), verifier: 'v'.repeat(43) } },
    ])
    expect(location.hash).toBe('')
    expect(localStorage.getItem('sankofa.native-sign-in')).toBeNull()
    expect(heading()).toBe('Login Successful')
    await pass(1500)
    expect(app.close).toHaveBeenCalledTimes(1)
    expect(here()).toContain('/auth/callback')
  })

  it('offers no way back after a failure and closes the window', async () => {
    await open('/auth/callback?error=access_denied')
    expect(screen.queryByRole('link')).toBeNull()
    await pass(3000)
    expect(app.close).toHaveBeenCalledTimes(1)
  })

  it('continues to the second step', async () => {
    const challenge = 'd'.repeat(43)
    answer = () => Response.json({ session: null, challenge })
    await open(`/auth/callback#code=${'c'.repeat(43)}`)
    expect(here()).toBe(`/auth/login#challenge=${challenge}`)
  })
})
