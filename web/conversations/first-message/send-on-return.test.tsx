import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { sessionOf, signInAs } from '#testing/accounts/signed-in.ts'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { forgetOthers } from '#web/app/forget.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { BrowserStore } from '#web/platform/offline/database.ts'
import { useLocation } from '#web/platform/router/use-router.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { deliverFirstMessage } from './deliver.ts'
import { findFirstMessage, type FirstMessage, returnPath, saveFirstMessage } from './first-messages.ts'
import { sendFirstMessages } from './send-waiting.ts'
import { LazySendOnReturn } from './LazySendOnReturn.tsx'

const OPEN = 'POST /api/conversations'
const SEND = 'POST /api/conversations/c1/messages'
const ANSWERS: Answers = {
  [OPEN]: { id: 'c1', isNew: true },
  [SEND]: { id: 'm1', conversationId: 'c1', seq: 1 },
}
const KOFI = 'kofi@example.com'

let message: Omit<FirstMessage, 'at'>

beforeEach(() => {
  message = { key: crypto.randomUUID(), productId: 'p1', text: 'Is it blue?' }
})

const write = (email?: string) => saveFirstMessage({ ...message, email })

const Query = () => <output aria-label="Query">{useLocation().search}</output>

/** Opens the address as Kofi. */
function comeBack(answers = ANSWERS, { at = returnPath(message), product = SOME_PRODUCT } = {}) {
  history.replaceState(null, '', at)
  const Page = () => (
    <>
      <LazySendOnReturn product={product} />
      <Query />
    </>
  )
  return showPage(Page, { answers, path: '/products/:id', at })
}

const address = () => screen.getByLabelText('Address').textContent

it.each([undefined, KOFI, 'Kofi@Example.com'])(
  'sends the message and opens the conversation for %s',
  async (email) => {
    write(email)
    const { sent } = comeBack()
    await waitFor(() => expect(address()).toBe('/conversation/c1'))
    await waitFor(() => expect(sent(SEND)).toMatchObject([{ body: { clientKey: message.key } }]))
    await waitFor(() => expect(findFirstMessage('p1')).toBeUndefined())
  },
)

it('sends the message once, however many components try', async () => {
  write(KOFI)
  const { sent, api } = comeBack()
  sendFirstMessages(api)
  sendFirstMessages(api)
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  await waitFor(() => expect(sent(SEND)).toHaveLength(1))
  expect(sent(OPEN)).toHaveLength(1)
})

it.each([
  ['of another person', 'yaa@example.com', undefined],
  ['of another key', undefined, `/products/p1?message=${crypto.randomUUID()}`],
])('sends no message %s', async (_, email, at) => {
  write(email)
  const { sent } = comeBack(ANSWERS, { at: at ?? returnPath(message) })
  await waitFor(() => expect(screen.getByLabelText('Query').textContent).toBe(''))
  expect(address()).toBe('/products/p1')
  expect(sent(OPEN)).toEqual([])
})

it('says to sellers that they cannot message themselves', async () => {
  write()
  const product = { ...SOME_PRODUCT, seller: { ...SOME_PRODUCT.seller, id: 'kofi' } }
  const { sent } = comeBack(ANSWERS, { product })
  await waitFor(() => expect(findFirstMessage('p1')).toBeUndefined())
  expect(toastStore.read().at(-1)?.title).toBe('Cannot message yourself')
  expect(sent(OPEN)).toEqual([])
})

it('shows why it was refused, keeps it, and retries only on request', async () => {
  write(KOFI)
  const answers: Answers = { ...ANSWERS, [OPEN]: new Refusal('product-sold') }
  const { sent, api } = comeBack(answers)
  expect((await screen.findByRole('alert')).textContent).toMatch('This item is sold.')
  expect(findFirstMessage('p1')).toMatchObject({ text: 'Is it blue?', isRefused: true })
  sendFirstMessages(api)
  expect(sent(OPEN)).toHaveLength(1)
  Object.assign(answers, ANSWERS)
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  await waitFor(() => expect(sent(SEND)).toHaveLength(1))
})

it('keeps a message that neither the server nor the device took', async () => {
  vi.spyOn(BrowserStore.prototype, 'put').mockRejectedValue(new Error('No room'))
  write(KOFI)
  const { api, sent } = comeBack({ ...ANSWERS, [SEND]: NO_NETWORK })
  await waitFor(() => expect(sent(SEND)).toHaveLength(1))
  await tabOutbox(api).flush()
  expect(sent(SEND)).toHaveLength(2)
  expect(findFirstMessage('p1')).toMatchObject({ text: 'Is it blue?' })
})

it('announces the message to a person who signed in by another way', async () => {
  write(KOFI)
  const { api } = comeBack(ANSWERS, { at: '/products/p1' })
  sendFirstMessages(api)
  await waitFor(() =>
    expect(toastStore.read().at(-1)).toMatchObject({
      title: 'Your message to the seller is on its way',
      link: ['/conversation/c1', 'Open the chat'],
    }),
  )
})

it('sends nothing if another account signs in before the conversation is open', async () => {
  write(KOFI)
  signInAs('kofi', { email: KOFI })
  const calls: string[] = []
  const api = createApiClient({
    async fetch(path, init) {
      calls.push(`${init?.method} ${path}`)
      signInAs('yaa', { email: 'yaa@example.com' })
      return Response.json({ id: 'c1', isNew: true })
    },
  })
  expect(await deliverFirstMessage(api, { ...message, at: Date.now() })).toEqual({ is: 'nothing' })
  expect(calls).toEqual([OPEN])
})

it('deletes the message when its person signs out or somebody else signs in', () => {
  const stored = () => findFirstMessage('p1') !== undefined
  write(KOFI)
  // Nobody has signed in yet, or a session ended by itself.
  writeSession(null, 'signed-out')
  forgetOthers(undefined, undefined)
  expect(stored()).toBe(true)
  writeSession(sessionOf('kofi', { email: KOFI }), 'signed-in')
  forgetOthers('kofi', undefined)
  expect(stored()).toBe(true)
  writeSession(null, 'signed-out')
  forgetOthers(undefined, 'kofi')
  expect(stored()).toBe(false)

  write(KOFI)
  signInAs('yaa', { email: 'yaa@example.com' })
  forgetOthers('yaa', undefined)
  expect(stored()).toBe(false)

  // Without an e-mail address the message belongs to the person who returns with its key in the address.
  write()
  history.replaceState(null, '', `/auth/login?next=${encodeURIComponent(returnPath(message))}`)
  forgetOthers('yaa', undefined)
  expect(stored()).toBe(true)
  history.replaceState(null, '', '/auth/login?next=%2Fproducts%2Fp1')
  forgetOthers('yaa', undefined)
  expect(stored()).toBe(false)
})

it('ignores unreadable and outdated messages', () => {
  localStorage.setItem('sankofa.first-message.p1', '{')
  expect(findFirstMessage('p1')).toBeUndefined()
  localStorage.setItem('sankofa.first-message.p1', JSON.stringify({ ...message, email: KOFI, at: 0 }))
  expect(findFirstMessage('p1')).toBeUndefined()
})
