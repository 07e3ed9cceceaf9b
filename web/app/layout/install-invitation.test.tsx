import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TEST_CONFIG } from '#testing/accounts/signed-in.ts'
import { InstallInvitation } from './InstallInvitation.tsx'
import { PublicConfigProvider } from '#web/platform/config/public-config.ts'

const show = () =>
  render(
    <PublicConfigProvider value={TEST_CONFIG}>
      <InstallInvitation />
    </PublicConfigProvider>,
  )

function offer() {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

/** A new tab. */
function visit() {
  sessionStorage.clear()
  return show()
}

const install = () => screen.queryByRole('button', { name: 'Install' })

it('invites from the second visit on and installs the app', async () => {
  const first = visit()
  expect(offer().event.defaultPrevented).toBe(false)
  expect(install()).toBeNull()
  first.unmount()
  // Next page of the same visit.
  const later = show()
  offer()
  expect(install()).toBeNull()
  later.unmount()
  visit()
  const { prompt } = offer()
  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(install()).toBeNull()
})

it('never returns once dismissed', async () => {
  visit().unmount()
  const second = visit()
  offer()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  second.unmount()
  visit()
  offer()
  expect(install()).toBeNull()
})
