import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { type Answers, showPage } from '#testing/signed-in-page.tsx'
import { SOME_PRODUCT } from '#testing/some-product.ts'
import { stubWideScreen } from '#testing/wide-screen.ts'
import { cardOf } from '#web/products/card-of.ts'
import { ProductPage } from './ProductPage.tsx'
import { ProductsPage } from './ProductsPage.tsx'
import { SellerPage } from './SellerPage.tsx'

/** Begins every text of a person. */
const MARK = 'שלום'
const ID = '0190a000-0000-7000-8000-00000000000a'
const WHEN = '2026-10-01T12:00:00.000Z'
const seller = { ...SOME_PRODUCT.seller, name: `${MARK} name`, bio: `${MARK} bio`, location: `${MARK} home` }
const product = {
  ...SOME_PRODUCT,
  id: ID,
  seller,
  title: `${MARK} title`,
  description: `${MARK} description`,
  location: `${MARK} place`,
  tags: [`${MARK} tag`],
  customFields: [{ name: `${MARK} field`, value: `${MARK} value` }],
}
const review = {
  id: 'r1',
  rating: 5,
  title: `${MARK} review`,
  comment: `${MARK} comment`,
  reviewer: { id: 'yaa', name: `${MARK} reviewer`, avatar: null },
  reply: { text: `${MARK} reply`, createdAt: WHEN },
  createdAt: WHEN,
  updatedAt: WHEN,
}
const page = {
  items: [cardOf(product)],
  nextCursor: null,
  count: 1,
  more: false,
  total: { count: 1, more: false },
}
const ANSWERS: Answers = {
  [`GET /api/products/${ID}`]: product,
  [`GET /api/products/${ID}/reviews`]: { items: [review], nextCursor: null, counted: 1, others: 0 },
  'GET /api/sellers/ama': seller,
  'GET /api/sellers/ama/products': page,
  'GET /api/categories': { categories: [] },
  [`GET /api/products?search=${encodeURIComponent(MARK)}`]: page,
}

/** What a person wrote and is shown in the direction of the page instead of its own. */
const undirected = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.startsWith(MARK) && !node.parentElement?.closest('[dir=auto], bdi, title, .sr-only'))
      found.push(node.nodeValue)
  return found
}

const typed = () => [
  ...document.querySelectorAll('input[type=text], input:not([type]), input[type=search], textarea'),
]

it.each<[ComponentType, path: string, at: string]>([
  [ProductPage, '/products/:id', `/products/${ID}`],
  [ProductsPage, '/products', `/products?search=${MARK}`],
  [SellerPage, '/sellers/:id', '/sellers/ama'],
])('%o shows and takes every text of a person in its own direction', async (Page, path, at) => {
  stubWideScreen()
  Object.defineProperty(navigator, 'sendBeacon', { value: () => true, configurable: true })
  showPage(Page, { answers: ANSWERS, path, at, session: null })
  expect((await screen.findAllByText(`${MARK} title`)).length).toBeGreaterThan(0)
  expect(undirected()).toEqual([])
  const free = typed().filter((field) => field.getAttribute('inputmode') !== 'decimal')
  expect(free.filter((field) => field.getAttribute('dir') !== 'auto')).toEqual([])
})
