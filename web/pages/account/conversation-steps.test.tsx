import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StepForm } from '#contract/agreements/agreement.ts'
import { SOME_CONVERSATION, someAgreement, someMessage } from '#testing/market/some-conversation.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { followLive } from '#web/conversations/follow-live.ts'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'
import { live } from '#web/platform/live/live.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { ConversationPage } from './ConversationPage.tsx'

const ONE = 'GET /api/conversations/c1'
const MESSAGES = `${ONE}/messages`
const STEP = 'POST /api/conversations/c1/steps'

let answers: Answers
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  answers = {
    [ONE]: SOME_CONVERSATION,
    [MESSAGES]: { messages: [], hasMore: false },
    'POST /api/conversations/c1/read': {},
  }
  live.setCaller(async () => ({ ok: true, presence: null }))
})
afterEach(() => unsentMessages.deleteWhere(() => true))

/** Kofi's offer of 900, as the server returns it. */
const offered = (body: unknown) => ({
  ...someMessage(1, { senderId: 'kofi', content: '', clientKey: (body as StepForm).clientKey }),
  step: { kind: 'offer', by: 'buyer', agreement: someAgreement() },
})

async function open() {
  const shown = showPage(ConversationPage, { answers, path: '/conversation/:id', at: '/conversation/c1' })
  await screen.findByRole('region', { name: 'Your deal' })
  return shown
}
const list = () => within(screen.getByRole('list', { name: 'Messages' }))
const card = () => within(screen.getByRole('region', { name: 'Your deal' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function offer(amount = '900') {
  await press('Make an offer')
  await userEvent.type(screen.getByRole('textbox', { name: 'Your offer' }), amount)
  await press('Send offer')
}

it('sends an offer, shows it in the list and the card, and moves the focus there', async () => {
  answers[STEP] = offered
  const { sent } = await open()
  await offer()
  expect(await list().findByText('You offered GH₵900.')).toBeDefined()
  const text = await card().findByText(/^You offered GH₵900, valid until/)
  await waitFor(() => expect(document.activeElement).toBe(text))
  expect(sent(STEP)).toMatchObject([{ body: { step: 'offer', price: 900 } }])
})

it('follows the steps of the other person, and answers the newest agreement', async () => {
  const { api, queryClient, sent } = await open()
  const stop = followLive({ api, queryClient, live, personId: 'kofi' })
  const agreement = someAgreement({ isBuyersOffer: false, price: 1100 })
  answers[ONE] = { ...SOME_CONVERSATION, agreement }
  const step = { kind: 'offer', by: 'seller', agreement } as const
  act(() => live.deliver('message.sent', { message: someMessage(1, { content: '', step }) }))
  const text = 'Ama Mensah offers GH₵1,100 for Kente cloth.'
  expect(await list().findByText(text)).toBeDefined()
  expect(within(screen.getByRole('log')).getByText(text)).toBeDefined()
  expect(list().queryByRole('button', { name: /^React/ })).toBeNull()
  expect(screen.queryByRole('list', { name: 'Quick replies' })).toBeNull()
  await waitFor(() => expect(sent(ONE)).toHaveLength(2))
  stop()
  await press('Accept')
  await waitFor(() =>
    expect(sent(STEP)).toMatchObject([{ body: { step: 'accept', agreementId: agreement.id } }]),
  )
})

it('waits without a network, and sends once when it is back', async () => {
  answers[STEP] = NO_NETWORK
  const { sent } = await open()
  await offer()
  expect(await list().findByText('You offer GH₵900.')).toBeDefined()
  expect(await list().findByText('Waiting to be sent')).toBeDefined()
  expect(card().queryByRole('button')).toBeNull()
  answers[STEP] = offered
  answers['POST /api/conversations/c1/messages'] = (body) => ({
    ...someMessage(2, { ...(body as object), senderId: 'kofi' }),
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}')
  expect(await list().findByText('You offered GH₵900.')).toBeDefined()
  expect(new Set(sent(STEP).map(({ body }) => (body as StepForm).clientKey)).size).toBe(1)
})

it.each([
  ['agreement-changed', 'This has changed since. Look at it again.'],
  ['price-fixed', 'The price is fixed, so nobody can offer another one.'],
  ['too-many-offers', 'You have made three offers for this. You can still write a message.'],
  ['product-sold', 'This item is sold.'],
  ['promised-to-another', 'This is reserved for somebody else now.'],
] as const)('shows why a step was refused with %s, and the real state', async (code, reason) => {
  answers[STEP] = new Refusal(code)
  await open()
  answers[ONE] = { ...SOME_CONVERSATION, isPromised: true }
  await offer()
  expect(await list().findByText(reason)).toBeDefined()
  expect(await card().findByText('Reserved for somebody else.')).toBeDefined()
  expect(list().queryByRole('button', { name: 'Retry' })).toBeNull()
  await press('Delete')
  await waitFor(() => expect(list().queryByText('You offer GH₵900.')).toBeNull())
})

it('lets the viewer try again after a refusal that may end', async () => {
  answers[STEP] = new Refusal('person-unavailable')
  await open()
  await offer()
  expect(await list().findByRole('button', { name: 'Retry' })).toBeDefined()
})

it('reads a line of the site that the other person has read before', async () => {
  const agreement = someAgreement({ state: 'ended', outcome: 'expired', due: null })
  const step = { kind: 'expired', by: null, agreement } as const
  const line = someMessage(1, { content: '', senderId: null, read: true, step })
  answers[MESSAGES] = { messages: [line], hasMore: false }
  const { sent } = await open()
  expect(await list().findByText('Nobody answered the offer in time.')).toBeDefined()
  await waitFor(() => expect(sent('POST /api/conversations/c1/read')).toMatchObject([{ body: { seq: 1 } }]))
})

it('sends nothing once nobody is signed in', async () => {
  const { sent } = await open()
  localStorage.clear()
  await offer()
  expect(toastStore.read().at(-1)?.title).toBe('Log in to send')
  expect(sent(STEP)).toEqual([])
})
