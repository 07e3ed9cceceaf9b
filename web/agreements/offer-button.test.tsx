import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Product } from '#contract/products.ts'
import { SOME_CONVERSATION, someAgreement, someMessage } from '#testing/market/some-conversation.ts'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { type Answers, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { OfferButton } from './OfferButton.tsx'

const OPEN = 'POST /api/conversations'
const ONE = 'GET /api/conversations/c1'
const STEP = 'POST /api/conversations/c1/steps'
const opened = { [OPEN]: { id: 'c1', isNew: true }, [ONE]: SOME_CONVERSATION, [STEP]: someMessage(1) }

function show(answers: Answers, of: Partial<Product> = {}, session?: null) {
  return showPage(() => <OfferButton product={{ ...SOME_PRODUCT, ...of }} />, {
    answers,
    path: '/products/:id',
    at: '/products/p1',
    session,
  })
}

afterEach(() => unsentMessages.deleteWhere(() => true))

const button = () => screen.queryByRole('button', { name: 'Make an offer' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const address = () => screen.getByLabelText('Address').textContent

async function offer() {
  await press('Make an offer')
  await userEvent.click(await screen.findByRole('button', { name: 'GH₵90, 10 % less' }))
  await press('Send offer')
}

it('opens the conversation and sends the offer there', async () => {
  const agreement = someAgreement({ state: 'ended', outcome: 'declined', due: null })
  const { sent } = show({ ...opened, [ONE]: { ...SOME_CONVERSATION, agreement } })
  await offer()
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  const body = { step: 'offer', price: 90, agreementId: agreement.id }
  await waitFor(() => expect(sent(STEP)).toMatchObject([{ body }]))
})

it('sends no second offer while one is open', async () => {
  const { sent } = show({ ...opened, [ONE]: { ...SOME_CONVERSATION, agreement: someAgreement() } })
  await offer()
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(toastStore.read().at(-1)?.title).toBe('Your offer was not sent')
  expect(sent(STEP)).toEqual([])
})

it('says why the conversation was refused, and keeps the amount', async () => {
  show({ [OPEN]: new Refusal('person-blocked') })
  await offer()
  expect(await screen.findByText('You blocked this person. Unblock them first.')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your offer' }).value).toBe('90')
})

it('leads visitors to the log-in page', async () => {
  show({}, {}, null)
  await press('Make an offer')
  await waitFor(() => expect(address()).toBe('/auth/login'))
})

it.each<Partial<Product>>([
  { priceType: 'fixed' },
  { status: 'sold' },
  { seller: { ...SOME_PRODUCT.seller, id: 'kofi' } },
])('is not shown for %j', (of) => {
  show({}, of)
  expect(button()).toBeNull()
})
