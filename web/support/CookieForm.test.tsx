import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { CookieForm } from './CookieForm.tsx'

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Preferences' }))

it('starts with only essential cookies, locked', () => {
  render(<CookieForm />)
  expect(box('Essential').checked).toBe(true)
  expect(box('Essential').disabled).toBe(true)
  for (const name of ['Analytics', 'Marketing', 'Functional']) expect(box(name).checked).toBe(false)
})

it('keeps a saved choice for the next visit', async () => {
  render(<CookieForm />)
  await userEvent.click(box('Analytics'))
  cleanup()
  render(<CookieForm />)
  expect(box('Analytics').checked).toBe(false)
  await userEvent.click(box('Functional'))
  await save()
  expect(screen.getByRole('status').textContent).toContain('Your preferences are saved in this browser.')
  cleanup()
  render(<CookieForm />)
  expect(box('Functional').checked).toBe(true)
})
