// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PublicConfigProvider } from '#web/app/public-config.ts'
import { ContactForm } from './ContactForm.tsx'

const config = {
  siteName: 'Sankofa',
  publicUrl: 'http://localhost:3000',
  locale: 'en-GH',
  timeZone: 'Africa/Accra',
  supportEmail: 'help@example.com',
  money: { currency: 'GHS', symbol: 'GH₵', symbolAfter: false, group: ',', decimal: '.' },
  providers: [],
}
const field = (name: string) => screen.getByRole('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

beforeEach(() => {
  render(
    <PublicConfigProvider value={config}>
      <ContactForm />
    </PublicConfigProvider>,
  )
})
afterEach(cleanup)

it('asks for what is missing and goes there', async () => {
  await userEvent.type(field('First name'), 'Esi')
  await send()
  expect(screen.getAllByText('This field is required')).toHaveLength(4)
  expect(document.activeElement).toBe(field('Last name'))
  expect(field('Last name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('')
})

it('hands a complete message to the e-mail program, until it is changed', async () => {
  await userEvent.type(field('First name'), 'Esi')
  await userEvent.type(field('Last name'), 'Quansah')
  await userEvent.type(field('Email'), 'esi@example.com')
  await userEvent.type(field('Subject'), 'Fees')
  await userEvent.type(field('Message'), 'Is listing free?')
  await send()
  expect(screen.getByRole('status').textContent).toContain('Sending from this page is not open yet')
  const address = screen.getByRole('link').getAttribute('href') ?? ''
  expect(address).toMatch(/^mailto:help@example\.com\?subject=Fees&body=Is%20listing%20free/)
  await userEvent.type(field('Subject'), ' and rules')
  expect(screen.queryByRole('link')).toBeNull()
})
