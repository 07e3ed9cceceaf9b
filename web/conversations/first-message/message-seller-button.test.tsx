import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Product } from '#contract/products.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { MessageSellerButton } from './MessageSellerButton.tsx'
import { OPEN_SHEET } from './open-sheet.ts'

const OPEN = 'POST /api/conversations'
const product = SOME_PRODUCT
const { seller } = product

interface Case {
  of?: Partial<Product>
  answers?: Answers
  isAnonymous?: boolean
}

function show({ of = {}, answers = {}, isAnonymous = false }: Case = {}) {
  return showPage(() => <MessageSellerButton product={{ ...product, ...of }} />, {
    answers,
    path: '/products/:id',
    at: '/products/p1',
    ...(isAnonymous && { session: null }),
  })
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Message Seller|Your Listing/ })
const address = () => screen.getByLabelText('Address').textContent
const toast = () => toastStore.read().at(-1)

it('creates the conversation and opens it', async () => {
  const { sent } = show({ answers: { [OPEN]: { id: 'c1', isNew: true } } })
  await userEvent.click(button())
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(sent(OPEN)).toMatchObject([{ body: { productId: 'p1' } }])
})

it('lets an anonymous person write first and says that they must log in', async () => {
  const { sent } = show({ isAnonymous: true })
  await userEvent.click(button())
  const sheet = await screen.findByRole('dialog', { name: 'Message Seller' })
  expect(sheet.textContent).toContain('Kente cloth')
  expect(screen.getByText('Login required')).toBeTruthy()
  expect(screen.getByText(/Please log in to message the seller/)).toBeTruthy()
  expect(address()).toBe('/products/p1')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(OPEN)).toEqual([])
})

it('opens the sheet again after a reload until it is closed', async () => {
  tabStorage.set(OPEN_SHEET, 'p1')
  showPage(
    () => (
      <>
        <MessageSellerButton product={product} />
        <MessageSellerButton product={product} />
      </>
    ),
    { answers: {}, path: '/products/:id', at: '/products/p1', session: null },
  )
  expect(await screen.findAllByRole('dialog', { name: 'Message Seller' })).toHaveLength(1)
  expect(tabStorage.get(OPEN_SHEET)).toBe('p1')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(tabStorage.get(OPEN_SHEET)).toBeNull()
})

it.each([
  ['on the person’s own listing', { seller: { ...seller, id: 'kofi' } }, 'Your Listing'],
  ['once it is sold', { status: 'sold' as const }, 'Message Seller'],
])('is disabled %s', (_, of, text) => {
  show({ of })
  expect(button().textContent).toBe(text)
  expect(button().disabled).toBe(true)
})

it.each([
  [new Refusal('cannot-message-yourself'), 'Cannot message yourself'],
  [new Refusal('product-sold'), 'This item is sold.'],
  [new Refusal('fault'), 'Failed to start conversation. Please try again.'],
  [NO_NETWORK, 'Failed to start conversation. Please try again.'],
])('shows an error if it fails: %#', async (answer, title) => {
  show({ answers: { [OPEN]: answer } })
  await userEvent.click(button())
  await waitFor(() => expect(toast()?.title).toBe(title))
  expect(address()).toBe('/products/p1')
  expect(button().textContent).toBe('Message Seller')
})
