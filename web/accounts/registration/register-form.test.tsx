import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { NO_NETWORK, showPage, type Answers } from '#testing/web/signed-in-page.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const answers: Answers = {}

const open = () =>
  showPage(RegisterForm, { answers, path: '/auth/register', at: '/auth/register', session: null })

async function register() {
  fill(screen.getByLabelText('Name'), 'Ama Mensah')
  fill(screen.getByLabelText('Email'), 'ama@example.com')
  fill(screen.getByLabelText('Password'), 'Sankofa-2026')
  fill(screen.getByLabelText('Confirm password'), 'Sankofa-2026')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }))
}

it('says below the button that there is no network and keeps the typed text', async () => {
  answers['POST /api/auth/register'] = NO_NETWORK
  open()
  await register()
  const why = await screen.findByText(/^You are offline/)
  expect(why.previousElementSibling?.previousElementSibling?.textContent).toBe('Sign up')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ama@example.com')
})

it('shows all errors at once', async () => {
  open()
  fill(screen.getByLabelText('Email'), 'ama@')
  fill(screen.getByLabelText('Password'), 'short')
  fill(screen.getByLabelText('Confirm password'), 'other')
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }))
  for (const text of [
    'Name must be at least 2 characters long',
    'Please enter a valid email address',
    /^Password must contain at least 8 characters/,
    "Passwords don't match",
    'You must agree to the terms and conditions',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})

it('still shows after a reload where the link was sent', async () => {
  answers['POST /api/auth/register'] = { session: null }
  open()
  await register()
  expect(await screen.findByText('Check your e-mail')).toBeTruthy()
  cleanup()
  open()
  expect(screen.getByText('ama@example.com')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use another address' }))
  expect(screen.getByLabelText('Email')).toBeTruthy()
  cleanup()
  open()
  expect(screen.queryByText('Check your e-mail')).toBeNull()
})

it("still shows the field for the phone's code after a reload", async () => {
  answers['POST /api/auth/phone/check'] = { challenge: 'challenge', puzzles: 1, bits: 2 }
  answers['POST /api/auth/phone/code'] = { phone: '+233241234567', onlyKnown: false }
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with phone' }))
  fill(await screen.findByLabelText('Name'), 'Ama Mensah')
  fill(screen.getByLabelText('Phone number'), '0241234567')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  expect(await screen.findByLabelText('Verification code')).toBeTruthy()
  cleanup()
  open()
  expect(screen.getByLabelText('Verification code')).toBeTruthy()
  expect(screen.getByText('+233241234567')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use e-mail instead' }))
  cleanup()
  open()
  expect(screen.getByLabelText('Email')).toBeTruthy()
})
