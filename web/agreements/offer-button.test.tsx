import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Product } from '#contract/products.ts'
import { someMessage } from '#testing/market/some-conversation.ts'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { type Answers, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { useLocation } from '#web/platform/router/use-router.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { OfferButton } from './OfferButton.tsx'

const OPEN = 'POST /api/conversations'
const OFFER = 'POST /api/products/p1/offers'

interface Shown {
  of?: Partial<Product>
  session?: null
  at?: string
}

const Query = () => <output aria-label="Query">{useLocation().search}</output>

function show(answers: Answers, { of = {}, session, at = '/products/p1' }: Shown = {}) {
  const Page = () => (
    <>
      <OfferButton product={{ ...SOME_PRODUCT, ...of }} />
      <Query />
    </>
  )
  return showPage(Page, { answers, path: '/products/:id', at, session })
}

const button = () => screen.queryByRole('button', { name: 'Make an offer' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const address = () => screen.getByLabelText('Address').textContent

async function offer() {
  await press('Make an offer')
  await userEvent.click(await screen.findByRole('button', { name: 'GH₵90, 10 % less' }))
  await press('Send offer')
}

it('sends the offer and opens its conversation', async () => {
  const { sent } = show({ [OFFER]: someMessage(1) })
  await offer()
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(sent(OFFER)).toMatchObject([{ body: { price: 90 } }])
})

it('sends an offer again with the same key, and another amount with its own', async () => {
  const { sent } = show({ [OFFER]: new Refusal('unavailable') })
  await offer()
  const again = async (amount: string) => {
    await userEvent.click(await screen.findByRole('button', { name: amount }))
    await press('Send offer')
  }
  await again('GH₵90, 10 % less')
  await again('GH₵85, 15 % less')
  await waitFor(() => expect(sent(OFFER)).toHaveLength(3))
  const [first, second, third] = sent(OFFER).map(({ body }) => (body as { clientKey: string }).clientKey)
  expect([second === first, third === first]).toEqual([true, false])
})

it('opens the conversation if the two agree on something else already', async () => {
  show({ [OFFER]: new Refusal('agreement-changed'), [OPEN]: { id: 'c1', isNew: false } })
  await offer()
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(toastStore.read().at(-1)?.title).toBe('Your offer was not sent')
})

it('says why it was refused, opens no conversation and keeps the amount', async () => {
  const { sent } = show({ [OFFER]: new Refusal('too-many-offers') })
  await offer()
  expect(await screen.findByText(/^You have made three offers for this/)).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Your offer' }).value).toBe('90')
  expect(sent(OPEN)).toEqual([])
})

it('opens by itself for people who come back from logging in, once', async () => {
  show({}, { at: '/products/p1?offer' })
  expect(await screen.findByRole('dialog', { name: 'Make an offer' })).toBeDefined()
  expect(screen.getByLabelText('Query').textContent).toBe('')
})

it.each<Shown>([{ session: null }, { of: { status: 'sold' } }, { of: { priceType: 'fixed' } }])(
  'does not open by itself with %j',
  async (shown) => {
    show({}, { ...shown, at: '/products/p1?offer' })
    expect(screen.getByLabelText('Query').textContent).toBe('?offer')
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

it('leads visitors to the log-in page', async () => {
  show({}, { session: null })
  await press('Make an offer')
  await waitFor(() => expect(address()).toBe('/auth/login'))
})

it.each<Partial<Product>>([
  { priceType: 'fixed' },
  { status: 'sold' },
  { seller: { ...SOME_PRODUCT.seller, id: 'kofi' } },
])('is not shown for %j', (of) => {
  show({}, { of })
  expect(button()).toBeNull()
})
