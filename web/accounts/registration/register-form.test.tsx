import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fill } from '#testing/fill.ts'
import { NO_NETWORK, showPage, type Answers } from '#testing/signed-in-page.tsx'
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
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
}

it('says at the button that there is no network, and keeps what was typed', async () => {
  answers['POST /api/auth/register'] = NO_NETWORK
  open()
  await register()
  const why = await screen.findByText(/^You are offline/)
  expect(why.previousElementSibling?.previousElementSibling?.textContent).toBe('Register')
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ama@example.com')
})
