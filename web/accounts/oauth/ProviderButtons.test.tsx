import { createHash } from 'node:crypto'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '#testing/web/memory-router.tsx'
import { afterEach, expect, it, vi } from 'vitest'
import type { Provider } from '#contract/site.ts'
import { TEST_CONFIG } from '#testing/accounts/signed-in.ts'
import { PublicConfigProvider } from '#web/platform/config/public-config.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { ProviderButtons } from './ProviderButtons.tsx'

function show(providers: Provider[], address = '/auth/login') {
  return render(
    <PublicConfigProvider value={{ ...TEST_CONFIG, providers }}>
      <MemoryRouter at={address}>
        <ProviderButtons />
      </MemoryRouter>
    </PublicConfigProvider>,
  )
}

afterEach(() => {
  delete window.nativeApp
})

it('shows nothing if no provider is set up', () => {
  expect(show([]).container.textContent).toBe('')
})

it('links to each provider with the return address', () => {
  show(['google', 'github'], '/auth/login?next=/products%3Fsearch=tv')
  expect(screen.getByRole('heading', { name: 'Or continue with' })).toBeTruthy()
  for (const [name, provider] of [
    ['Google', 'google'],
    ['GitHub', 'github'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
      `/api/auth/oauth/${provider}?next=%2Fproducts%3Fsearch%3Dtv`,
    )
  }
})

it('ignores a return address on another site', () => {
  show(['github'], '/auth/login?next=//evil.example')
  expect(screen.getByRole('link', { name: 'GitHub' }).getAttribute('href')).toBe('/api/auth/oauth/github')
})

it("opens the device's browser from a native app, which stores the verifier", async () => {
  const open = vi.fn<(address: string) => void>()
  window.nativeApp = { open, close: () => undefined }
  show(['google'])
  await userEvent.click(screen.getByRole('link', { name: 'Google' }))
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  const verifier = localStorage.getItem('sankofa.native-sign-in') ?? ''
  expect(verifier).toMatch(/^[\w-]{43}$/)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  expect(open).toHaveBeenCalledWith(`${location.origin}/api/auth/oauth/google?native=${challenge}`)
})

it('shows an error if the browser cannot be opened', async () => {
  window.nativeApp = {
    open() {
      throw new Error('no browser')
    },
    close: () => undefined,
  }
  show(['github'])
  await userEvent.click(screen.getByRole('link', { name: 'GitHub' }))
  await waitFor(() =>
    expect(toastStore.read().at(-1)).toMatchObject({
      title: 'GitHub login failed',
      detail: 'An unexpected error occurred',
    }),
  )
})
