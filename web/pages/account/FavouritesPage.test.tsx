import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Favourite } from '#contract/favourites.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { live } from '#web/platform/live/live.ts'
import { followFavourites } from '#web/favourites/own-favourites.ts'
import { FavouritesPage } from './FavouritesPage.tsx'

const LIST = 'GET /api/favourites'
const ids = [1, 2, 3].map((index) => `0190a000-0000-7000-8000-00000000000${index}`)
const [FIRST = '', SECOND = '', THIRD = ''] = ids

const favourite = (id: string, change: Partial<Favourite['product']> = {}, priceThen = 100): Favourite => ({
  product: {
    id,
    title: `Item ${id.at(-1)}`,
    price: 100,
    condition: 'good',
    status: 'available',
    region: 'Ashanti',
    location: 'Kumasi',
    createdAt: '2026-10-01T12:00:00.000Z',
    photo: null,
    seller: '00a3a0',
    ...change,
  },
  priceThen,
  addedAt: '2026-10-02T12:00:00.000Z',
})

let stop: (() => void) | undefined
beforeEach(() => localStorage.clear())
afterEach(() => {
  stop?.()
  stop = undefined
})

function show(answers: Answers, isAnonymous = false) {
  answers[`GET /api/favourites/which?products=${ids.join('%2C')}`] = { productIds: ids }
  const shown = showPage(FavouritesPage, {
    answers,
    path: '/favourites',
    at: '/favourites',
    ...(isAnonymous && { session: null }),
  })
  if (!isAnonymous)
    stop = followFavourites({ ...shown, live, personId: 'kofi', listLatestNotifications: async () => [] })
  return shown
}

const cardOf = (title: string) => screen.findByRole('link', { name: new RegExp(title) })

it('shows sold, reserved, cheaper and dearer listings', async () => {
  const items = [
    favourite(FIRST, { price: 80 }),
    favourite(SECOND, { status: 'sold' }),
    favourite(THIRD, { status: 'reserved', price: 120 }),
  ]
  show({ [LIST]: { items, nextCursor: null } })
  expect((await cardOf('Item 1')).textContent).toContain('GH₵80.00Price drop It was GH₵100.00')
  expect((await cardOf('Item 2')).textContent).toContain('Sold')
  expect((await cardOf('Item 3')).textContent).toContain('Was GH₵100.00 when you saved it')
})

it('removes one at once, moves the focus, and restores it after a failure', async () => {
  const drop = `DELETE /api/favourites/${FIRST}`
  const answers: Answers = {
    [LIST]: { items: ids.map((id) => favourite(id)), nextCursor: null },
    [drop]: NO_NETWORK,
  }
  show(answers)
  await cardOf('Item 1')
  await userEvent.click(await screen.findByRole('button', { name: 'Favourite: Item 1', pressed: true }))
  await screen.findByText('Could not remove from favourites')
  const first = await screen.findByRole('button', { name: 'Favourite: Item 1' })
  answers[drop] = {}
  answers[LIST] = { items: [favourite(SECOND), favourite(THIRD)], nextCursor: null }
  await userEvent.click(first)
  await waitFor(() => expect(screen.queryByText('Item 1')).toBeNull())
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Favourite: Item 2'))
})

it('loads page by page', async () => {
  show({
    [LIST]: { items: [favourite(FIRST)], nextCursor: 'next' },
    [`${LIST}?cursor=next`]: { items: [favourite(SECOND)], nextCursor: null },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
  await cardOf('Item 2')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('says what to do if there are none', async () => {
  show({ [LIST]: { items: [], nextCursor: null } })
  await screen.findByRole('heading', { name: 'No favourites yet' })
  expect(screen.getByRole('link', { name: 'Browse Products' }).getAttribute('href')).toBe('/products')
})

it('can be retried after a failure', async () => {
  const answers: Answers = { [LIST]: new Refusal('fault') }
  show(answers)
  await screen.findByText('Failed to load your favourites')
  answers[LIST] = { items: [favourite(FIRST)], nextCursor: null }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await cardOf('Item 1')).toBeDefined()
})

it("shows an anonymous person the browser's favourites, newest first, without deleted ones", async () => {
  localStorage.setItem('sankofa.favourites', JSON.stringify(ids))
  const product = (id: string) => ({
    ...favourite(id).product,
    photos: [],
    seller: { id: '01930000-0000-7000-8000-00000000a3a0' },
  })
  show(
    {
      [`GET /api/products/${FIRST}`]: product(FIRST),
      [`GET /api/products/${SECOND}`]: new Refusal('product-not-found'),
      [`GET /api/products/${THIRD}`]: product(THIRD),
    },
    true,
  )
  await cardOf('Item 3')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Item 3',
    'Item 1',
  ])
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
    '/auth/login?next=%2Ffavourites',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Favourite: Item 3' }))
  await waitFor(() => expect(screen.queryByText('Item 3')).toBeNull())
})
