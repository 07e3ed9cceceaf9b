// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { INITIAL_CHOICES } from '#contract/selling/choices.ts'
import type { Product } from '#contract/products.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/signed-in-page.tsx'
import { toastStore } from '#web/platform/ui/toast.ts'
import { MessageSellerButton } from './MessageSellerButton.tsx'

const OPEN = 'POST /api/conversations'
const seller: Product['seller'] = {
  id: 'ama',
  name: 'Ama Mensah',
  avatar: null,
  memberSince: '2025-01-01T00:00:00.000Z',
  phoneVerified: false,
  rating: { average: null, count: 0 },
  sold: 0,
  replyMinutes: null,
  contacts: [],
}
const product: Product = {
  id: 'p1',
  title: 'Kente cloth',
  description: '',
  price: 100,
  ...INITIAL_CHOICES,
  status: 'available',
  category: null,
  region: 'Ashanti',
  location: '',
  tags: [],
  customFields: [],
  attributes: [],
  createdAt: '2026-10-01T12:00:00.000Z',
  photos: [],
  seller,
  rating: { average: null, count: 0 },
}

afterEach(() => {
  cleanup()
  localStorage.clear()
})

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

it('opens the conversation and goes there', async () => {
  const { sent } = show({ answers: { [OPEN]: { id: 'c1', isNew: true } } })
  await userEvent.click(button())
  await waitFor(() => expect(address()).toBe('/conversation/c1'))
  expect(sent(OPEN)).toMatchObject([{ body: { productId: 'p1' } }])
})

it('sends an anonymous person to log in', async () => {
  const { sent } = show({ isAnonymous: true })
  await userEvent.click(button())
  expect(toast()).toMatchObject({ title: 'Login required', detail: 'Please log in to message the seller' })
  expect(address()).toBe('/auth/login')
  expect(sent(OPEN)).toEqual([])
})

it.each([
  ['on their own listing', { seller: { ...seller, id: 'kofi' } }, 'Your Listing'],
  ['once it is sold', { status: 'sold' as const }, 'Message Seller'],
])('cannot be pressed %s', (_, of, text) => {
  show({ of })
  expect(button().textContent).toBe(text)
  expect(button().disabled).toBe(true)
})

it.each([
  [new Refusal('cannot-message-yourself'), 'Cannot message yourself'],
  [new Refusal('product-sold'), 'This item is sold.'],
  [new Refusal('fault'), 'Failed to start conversation. Please try again.'],
  [NO_NETWORK, 'Failed to start conversation. Please try again.'],
])('says when it fails: %#', async (answer, title) => {
  show({ answers: { [OPEN]: answer } })
  await userEvent.click(button())
  await waitFor(() => expect(toast()?.title).toBe(title))
  expect(address()).toBe('/products/p1')
  expect(button().textContent).toBe('Message Seller')
})
