import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import { findFirstMessage, forgetFirstMessage } from './first-messages.ts'
import { MessageSheet } from './MessageSheet.tsx'

const REGISTER = 'POST /api/auth/register'
const OPEN = 'POST /api/conversations'
const SEND = 'POST /api/conversations/c1/messages'
const EMAIL = 'yaa@example.com'
const PASSWORD = 'Kente-2026'
const HOSTILE = '<img src=x onerror=alert(1)> "]}; ${x} \u202e../..'

const user = userEvent.setup()
let closed = 0

afterEach(() => {
  closed = 0
})

const show = (answers: Answers = {}, isSignedIn = false) =>
  showPage(() => <MessageSheet product={SOME_PRODUCT} onClose={() => (closed += 1)} />, {
    answers,
    path: '/products/:id',
    at: '/products/p1',
    ...(!isSignedIn && { session: null }),
  })

const message = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const signUp = () => user.click(screen.getByRole('button', { name: 'Sign up and send' }))
const address = () => screen.getByLabelText('Address').textContent

const write = (text: string) => fill(message(), text)

function fillIn() {
  fill(screen.getByLabelText('Name'), 'Yaa')
  fill(screen.getByLabelText('Email'), EMAIL)
  fill(screen.getByLabelText('Password'), PASSWORD)
}

const answered = (session: unknown, more: Answers = {}): Answers => ({
  [REGISTER]: { session: session as never },
  [OPEN]: { id: 'c1', isNew: true },
  [SEND]: { id: 'm1', conversationId: 'c1', seq: 1 },
  ...more,
})

it('starts with a question, offers others and accepts any text', async () => {
  show()
  expect(message().value).toBe('Is this still available?')
  await user.click(screen.getByRole('button', { name: 'What is your best price?' }))
  expect(message().value).toBe('What is your best price?')
  write(HOSTILE)
  expect(findFirstMessage('p1')).toMatchObject({ text: HOSTILE, productId: 'p1' })
})

it('shows the errors of the register form and sends nothing', async () => {
  const { calls } = show()
  await signUp()
  await screen.findByText('Name must be at least 2 characters long')
  expect(screen.getByText('Please enter a valid email address')).toBeTruthy()
  fillIn()
  write('\u200b ')
  await signUp()
  await screen.findByText('Please write a message')
  expect(document.activeElement).toBe(message())
  write('x'.repeat(5001))
  expect(screen.getByText('Must be at most 5000 characters long')).toBeTruthy()
  await signUp()
  expect(calls).toEqual([])
})

it('focuses the name, goes from field to field by Enter and sends from the last one', async () => {
  const { sent } = show(answered(null))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(screen.getByText(/^By continuing you agree to the/).textContent).toContain('terms and conditions')
  await user.keyboard(`Yaa{Enter}${EMAIL}{Enter}`)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(sent(REGISTER)).toEqual([])
  await user.keyboard(`${PASSWORD}{Enter}`)
  await screen.findByText('Check your e-mail')
  expect(sent(REGISTER)).toMatchObject([{ body: { name: 'Yaa', email: EMAIL, terms: true } }])
})

it('shows no error in a name that only lost the focus', async () => {
  show()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  await user.click(message())
  await user.click(screen.getByRole('button', { name: 'Where can we meet?' }))
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
})

it('waits until the person confirms their address', async () => {
  const { sent } = show(answered(null))
  write(HOSTILE)
  fillIn()
  await signUp()
  await screen.findByText('Your message is sent as soon as you confirm your e-mail.')
  expect(document.activeElement?.textContent).toBe('Check your e-mail')
  expect(screen.getByRole('blockquote').textContent).toBe(HOSTILE)
  const { key, ...stored } = findFirstMessage('p1') ?? { key: '' }
  expect(stored).toMatchObject({ text: HOSTILE, email: EMAIL })
  const registration = { name: 'Yaa', email: EMAIL, password: PASSWORD, terms: true }
  expect(sent(REGISTER)).toMatchObject([{ body: { ...registration, next: `/products/p1?message=${key}` } }])
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD)
  expect(sent(OPEN)).toEqual([])

  cleanup()
  show(answered(null))
  expect(screen.getByText('Your message is sent as soon as you confirm your e-mail.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change message or address' }))
  expect(message().value).toBe(HOSTILE)
})

it('deletes the message on request', async () => {
  show(answered(null))
  fillIn()
  await signUp()
  await user.click(await screen.findByRole('button', { name: 'Do not send it' }))
  expect(findFirstMessage('p1')).toBeUndefined()
  expect(closed).toBe(1)
})

it('opens the conversation with the message if nothing must be confirmed', async () => {
  const session = sessionOf('yaa', { email: EMAIL })
  const { sent } = show(answered(session))
  write('  Is it blue?  ')
  const key = findFirstMessage('p1')?.key
  fillIn()
  await signUp()
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(sent(OPEN)).toMatchObject([{ body: { productId: 'p1' } }])
  await waitFor(() =>
    expect(sent(SEND)).toMatchObject([{ body: { clientKey: key, content: 'Is it blue?' } }]),
  )
  await waitFor(() => expect(findFirstMessage('p1')).toBeUndefined())
  expect(readSession()?.user.id).toBe('yaa')
})

it.each([
  ['a refused registration', { [REGISTER]: new Refusal('already-registered') }, /already exists/],
  ['no network', { [REGISTER]: NO_NETWORK }, /You seem to be offline/],
  ['a refused conversation', { [OPEN]: new Refusal('too-many-conversations') }, /many chats/],
  ['a product sold meanwhile', { [OPEN]: new Refusal('product-sold') }, /This item is sold/],
])('keeps the typed text and shows the reason: %s', async (_, answers, reason) => {
  const { sent } = show(answered(sessionOf('yaa', { email: EMAIL }), answers))
  write('Is it blue?')
  fillIn()
  await signUp()
  expect((await screen.findByText(reason)).closest('[role=alert]')).toBeTruthy()
  expect(message().value).toBe('Is it blue?')
  expect(findFirstMessage('p1')?.text).toBe('Is it blue?')
  expect(sent(SEND)).toEqual([])
  expect(address()).toBe('/products/p1')
  forgetFirstMessage('p1')
})

it('links to the log-in page and back, unless the message is empty', async () => {
  show()
  const login = screen.getByRole('link', { name: 'Log in' })
  const key = findFirstMessage('p1')?.key
  expect(login.getAttribute('href')).toBe(
    `/auth/login?next=${encodeURIComponent(`/products/p1?message=${key}`)}`,
  )
  write(' ')
  await user.click(login)
  expect(screen.getByText('Please write a message')).toBeTruthy()
  expect(address()).toBe('/products/p1')
  write('Hello')
  await user.click(login)
  expect(address()).toBe('/auth/login')
})

it('requires no registration from a person who has signed in since', async () => {
  const { sent } = show(answered(null), true)
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  await waitFor(() => expect(sent(SEND)).toMatchObject([{ body: { content: 'Is this still available?' } }]))
})
