import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { refusal } from '#testing/refusal.ts'
import { fill } from '#testing/market/fill.ts'
import { ApiProvider } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { ContactForm } from './ContactForm.tsx'

interface Sent {
  clientKey: string
  subject: string
}

/** The server's next answers, in order; afterwards it accepts everything. */
let answers: (() => Promise<Response>)[]
let sent: Sent[]
let addresses: string[]

const api = createApiClient({
  async fetch(path, init) {
    addresses.push(`${init?.method} ${path}`)
    sent.push(JSON.parse(String(init?.body)) as Sent)
    return (answers.shift() ?? (async () => Response.json({}, { status: 202 })))()
  },
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

function fillIn() {
  fill(field('First name'), 'Esi')
  fill(field('Last name'), 'Quansah')
  fill(field('Email'), 'esi@example.com')
  fill(field('Subject'), 'Fees')
  fill(field('Message'), 'Is listing free?')
}

beforeEach(() => {
  answers = []
  sent = []
  addresses = []
  render(
    <ApiProvider value={api}>
      <ContactForm />
    </ApiProvider>,
  )
})

it('names missing fields and focuses the first', async () => {
  fill(field('First name'), 'Esi')
  await send()
  expect(screen.getAllByText('This field is required')).toHaveLength(4)
  expect(document.activeElement).toBe(field('Last name'))
  expect(field('Last name').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('sends a complete message, confirms it and clears the form', async () => {
  fillIn()
  await send()
  expect(addresses).toEqual(['POST /api/contact'])
  expect(sent).toMatchObject([{ firstName: 'Esi', email: 'esi@example.com', message: 'Is listing free?' }])
  expect(screen.getByRole('status').textContent).toContain('Message sent')
  expect(screen.getByRole('status').textContent).toContain('esi@example.com')
  expect(field('Message').value).toBe('')
  fill(field('Subject'), 'More')
  expect(screen.getByRole('status').textContent).toBe('')
})

it('sends once despite repeated presses', async () => {
  let answer: (response: Response) => void = () => undefined
  answers = [() => new Promise((resolve) => (answer = resolve))]
  fillIn()
  await send()
  await userEvent.click(screen.getByRole('button', { name: 'Sending…' }))
  answer(Response.json({}, { status: 202 }))
  expect(await screen.findByText('Message sent')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

it('keeps the typed text without a network and sends it later under the same key', async () => {
  answers = [async () => Promise.reject(new TypeError('Failed to fetch'))]
  fillIn()
  await send()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('Failed to send message')
  expect(alert.textContent).toContain('You seem to be offline.')
  expect(field('Message').value).toBe('Is listing free?')
  await send()
  expect(screen.getByRole('status').textContent).toContain('Message sent')
  expect(sent[1]?.clientKey).toBe(sent[0]?.clientKey)
})

it('sends a changed message under a new key', async () => {
  answers = [async () => refusal('fault')]
  fillIn()
  await send()
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong. Please try again.')
  fill(field('Subject'), 'Fees and rules')
  expect(screen.getByRole('alert').textContent).toBe('')
  await send()
  expect(sent.map(({ subject }) => subject)).toEqual(['Fees', 'Fees and rules'])
  expect(sent[1]?.clientKey).not.toBe(sent[0]?.clientKey)
})

it("shows the server's error beside its field", async () => {
  const message = 'Must be at most 100 characters long'
  answers = [async () => refusal('invalid-input', { fields: [{ field: 'subject', message }] })]
  fillIn()
  await send()
  expect(screen.getByText(message).id).toBe(field('Subject').getAttribute('aria-describedby'))
  expect(document.activeElement).toBe(field('Subject'))
  expect(screen.getByRole('alert').textContent).toBe('')
})
