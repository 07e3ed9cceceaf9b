import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '#contract/accounts/accounts.ts'
import { fill } from '#testing/market/fill.ts'
import { type Answers, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { noteProofRequest } from '#web/accounts/sessions/proof-elsewhere.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { UpdatePasswordPage } from './UpdatePasswordPage.tsx'
import { VerifyEmailPage } from './VerifyEmailPage.tsx'

const SECRET = 'a'.repeat(43)
const AMA = sessionOf('ama')
const NOT_OPENED = { session: null, challenge: null, account: null }
let answers: Answers

beforeEach(() => {
  localStorage.clear()
  answers = {}
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the page of a link that confirms an address', () => {
  const NOTHING = { ...NOT_OPENED, choosePassword: false, isUsed: false, next: '/' }

  function open(link: string, session: Session | null = null) {
    history.replaceState(null, '', `/auth/verify-email#${link}=${SECRET}`)
    return showPage(VerifyEmailPage, {
      answers,
      path: '/auth/verify-email',
      at: '/auth/verify-email',
      session,
    })
  }

  it('waits for a tap in a browser that did not request the link', async () => {
    answers['POST /api/auth/verify-email'] = (body) =>
      (body as { confirmed?: true }).confirmed
        ? { ...NOTHING, session: AMA }
        : { ...NOTHING, account: 'ama@example.com' }
    open('token')
    expect(await screen.findByText('ama@example.com')).toBeTruthy()
    expect(readSession()).toBeNull()
    await press('Confirm address')
    await expect.poll(() => readSession()?.user.id).toBe('ama')
  })

  it('proves the identity at once in the browser that requested the link', async () => {
    answers['POST /api/account/reauthenticate'] = { done: true }
    noteProofRequest()
    open('proof', AMA)
    expect(await screen.findByText(/^Thank you/)).toBeTruthy()
  })

  it('waits for a tap in a signed-in browser that did not request the link', async () => {
    answers['POST /api/account/reauthenticate'] = { done: true }
    const { sent } = open('proof', AMA)
    expect(await screen.findByText(/^Did you just ask/)).toBeTruthy()
    expect(sent('POST /api/account/reauthenticate')).toEqual([])
    await press('Yes, it is me')
    expect(await screen.findByText(/^Thank you/)).toBeTruthy()
    expect(sent('POST /api/account/reauthenticate')).toHaveLength(1)
  })

  it('says ‘Confirmed’ in a second tab', async () => {
    answers['POST /api/auth/verify-email'] = { ...NOTHING, isUsed: true }
    open('token')
    // The answer must not shift any content.
    expect(screen.getByText('One moment, please…')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull()
    expect(await screen.findByText('Confirmed.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  })

  it('says what to do with the problem, in the place of the text to wait by', async () => {
    answers['POST /api/auth/verify-email'] = new Refusal('link-expired')
    open('token')
    const waiting = screen.getByText('One moment, please…')
    const alert = await screen.findByText(/log in to get a new link/)
    expect(alert.closest('[role=alert]')?.textContent).toMatch(/^This link has expired/)
    expect(waiting.textContent).toBe('')
  })

  it('accepts a new address on a tap, and confirms it again in a second tab', async () => {
    answers['POST /api/auth/change-email'] = (body) =>
      (body as { confirmed?: true }).confirmed
        ? { user: { ...AMA.user, email: 'new@example.com' }, email: null }
        : { user: null, email: 'new@example.com' }
    open('change')
    await press('Use this address')
    expect(await screen.findByText('Confirmed.')).toBeTruthy()
    expect(screen.getByText('new@example.com')).toBeTruthy()
  })
})

describe('the page of a link that resets a password', () => {
  function open() {
    history.replaceState(null, '', `/auth/update-password#token=${SECRET}`)
    return showPage(UpdatePasswordPage, {
      answers,
      path: '/auth/update-password',
      at: '/auth/update-password',
      session: null,
    })
  }

  it('waits for a tap in a browser that did not request the link', async () => {
    answers['POST /api/auth/recover'] = (body) =>
      (body as { confirmed?: true }).confirmed
        ? { ...NOT_OPENED, session: AMA }
        : { ...NOT_OPENED, account: 'ama@example.com' }
    open()
    expect(await screen.findByText('ama@example.com')).toBeTruthy()
    expect(screen.queryByLabelText('New password')).toBeNull()
    await press('Choose a new password')
    expect(await screen.findByLabelText('New password')).toBeTruthy()
    expect(screen.queryByLabelText('Current password')).toBeNull()
  })

  it.each(['link-expired', 'session-ended'] as const)(
    'explains an expired link (%s), keeps the typed password and sends a new link',
    async (code) => {
      answers['POST /api/auth/recover'] = { ...NOT_OPENED, session: AMA }
      answers['PUT /api/account/password'] = new Refusal(code)
      answers['POST /api/auth/reset-password'] = { done: true }
      const { sent } = open()
      fill(await screen.findByLabelText('New password'), 'Brand-new-1')
      fill(screen.getByLabelText('Confirm password'), 'Brand-new-1')
      await press('Update Password')
      expect((await screen.findByRole('alert')).textContent).toMatch(/^This link has expired or was used/)
      expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Brand-new-1')
      await press('Send a new link')
      expect(await screen.findByText(/^A new link is on its way to ama@example.com/)).toBeTruthy()
      expect(sent('POST /api/auth/reset-password')[0]?.body).toEqual({ email: 'ama@example.com' })
      answers['PUT /api/account/password'] = { done: true }
      await press('Update Password')
      expect(await screen.findByText('Password updated')).toBeTruthy()
    },
  )
})
