import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { useLocation } from '#web/platform/router/use-router.ts'
import { MemoryRouter, Pages } from '#testing/web/memory-router.tsx'
import { expect, it } from 'vitest'
import { sessionOf, TEST_CONFIG } from '#testing/accounts/signed-in.ts'
import { PublicConfigProvider } from '#web/platform/config/public-config.ts'
import { RequireSession } from './RequireSession.tsx'
import { writeSession } from './session-store.ts'
import { storeEndReason } from './end-reason.ts'

const session = sessionOf('01930000-0000-7000-8000-00000000a3a0')

function Here() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

const pageAt = (address: string) => (
  <PublicConfigProvider value={TEST_CONFIG}>
    <MemoryRouter at={address}>
      <Pages
        pages={{
          '/profile': (
            <RequireSession title="Profile settings">
              <p>Only mine</p>
            </RequireSession>
          ),
          '/create-product': (
            <RequireSession title="List an item" anonymousText="Log in to list an item.">
              <p>Only mine</p>
            </RequireSession>
          ),
        }}
        elsewhere={<Here />}
      />
    </MemoryRouter>
  </PublicConfigProvider>
)

const page = pageAt('/profile?tab=1')

it('sends an anonymous person to log in, with the way back', async () => {
  render(page)
  expect((await screen.findByRole('status')).textContent).toBe('/auth/login?next=%2Fprofile%3Ftab%3D1')
  expect(screen.queryByText('Only mine')).toBeNull()
})

it('explains on public entry pages why to log in, with the way back', async () => {
  render(pageAt('/create-product?draft=1'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Authentication required' })).toBeDefined()
  expect(screen.getByText('Log in to list an item.')).toBeDefined()
  const query = '?next=%2Fcreate-product%3Fdraft%3D1'
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`/auth/login${query}`)
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(`/auth/register${query}`)
  expect(screen.queryByText('Only mine')).toBeNull()
})

it('shows the page to a signed-in person and hides it when the session ends', async () => {
  writeSession(session, 'signed-in')
  render(page)
  expect(screen.getByText('Only mine')).toBeDefined()
  act(() => writeSession(null, 'signed-out'))
  expect(screen.queryByText('Only mine')).toBeNull()
  expect((await screen.findByRole('status')).textContent).toContain('/auth/login')
})

it('stays if the stored session vanishes silently, so that no typed text is lost', () => {
  writeSession(session, 'signed-in')
  const { rerender } = render(page)
  localStorage.clear()
  rerender(pageAt('/profile?tab=1'))
  expect(screen.getByText('Only mine')).toBeDefined()
})

it('says on the page why the session ended', async () => {
  writeSession(session, 'signed-in')
  render(pageAt('/create-product'))
  storeEndReason('account-suspended')
  act(() => writeSession(null, 'signed-out'))
  expect(await screen.findByText(/^This account is suspended/)).toBeDefined()
})

it('renders an outline on the server, which search engines do not index', () => {
  writeSession(session, 'signed-in')
  const html = renderToString(page)
  expect(html).not.toContain('Only mine')
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('<title>Profile settings | Sankofa</title>')
  expect(html).toContain('content="noindex"')
})
