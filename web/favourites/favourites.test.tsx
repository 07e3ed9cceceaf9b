import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { ProductCard as Card } from '#contract/products.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { live } from '#web/platform/live/live.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { OwnFavourites } from './FavouriteLists.tsx'
import { followFavourites } from './own-favourites.ts'
import { cardHeart } from './FavouriteButton.tsx'
import { ProductGrid } from '#web/products/ProductGrid.tsx'

const LOCAL = 'sankofa.favourites'
const FIRST = '0190a000-0000-7000-8000-000000000001'
const SECOND = '0190a000-0000-7000-8000-000000000002'
const WHICH = `GET /api/favourites/which?products=${FIRST}%2C${SECOND}`
const ADD = `PUT /api/favourites/${FIRST}`
const DROP = `DELETE /api/favourites/${FIRST}`
const MERGE = 'POST /api/favourites'

const card = (id: string, title: string): Card => ({
  id,
  title,
  price: 100,
  condition: 'good',
  status: 'available',
  region: 'Ashanti',
  location: 'Kumasi',
  createdAt: '2026-10-01T12:00:00.000Z',
  photo: null,
  seller: '00a3a0',
})
const products = [card(FIRST, 'Kente cloth'), card(SECOND, 'Drum')]

let stop: (() => void) | undefined

afterEach(() => {
  stop?.()
  stop = undefined
})

const toasts = () => toastStore.read().map(({ title }) => title)
const heart = (title = 'Kente cloth') => screen.getByRole('button', { name: `Favourite: ${title}` })
const isPressed = (title?: string) => heart(title).getAttribute('aria-pressed') === 'true'
const listed = () => JSON.parse(localStorage.getItem(LOCAL) ?? '[]') as string[]

const showGrid = (answers: Answers, isAnonymous = false) =>
  showPage(() => <ProductGrid actionOf={cardHeart} products={products} headingLevel={2} />, {
    answers,
    path: '/products',
    at: '/products',
    ...(isAnonymous && { session: null }),
  })

function signedIn(answers: Answers = {}) {
  const shown = showGrid({ [WHICH]: { productIds: [SECOND] }, [ADD]: {}, [DROP]: {}, ...answers })
  stop = followFavourites({ ...shown, live, personId: 'kofi', listLatestNotifications: async () => [] })
  return shown
}

it("an anonymous person's favourites stay in the browser", async () => {
  const { calls } = showGrid({}, true)
  expect(isPressed()).toBe(false)
  await userEvent.click(heart())
  expect(isPressed()).toBe(true)
  expect(listed()).toEqual([FIRST])
  const link = await screen.findByRole('link', { name: 'See favourites' })
  expect(link.getAttribute('href')).toBe('/favourites')
  await userEvent.click(heart())
  expect(listed()).toEqual([])
  await waitFor(() => expect(toasts()).toEqual(['Added to favourites', 'Removed from favourites']))
  expect(calls).toEqual([])
})

it("another tab's favourites appear here", async () => {
  showGrid({}, true)
  localStorage.setItem(LOCAL, JSON.stringify([SECOND]))
  dispatchEvent(new StorageEvent('storage', { key: LOCAL }))
  await waitFor(() => expect(isPressed('Drum')).toBe(true))
})

it('the heart does not open the card', async () => {
  showGrid({}, true)
  await userEvent.click(heart())
  expect(screen.getByLabelText('Address').textContent).toBe('/products')
  expect(screen.getAllByRole('link', { name: /Kente cloth|Drum/ })).toHaveLength(2)
  expect(heart().closest('a')).toBeNull()
})

it('one call loads the state of all shown listings', async () => {
  const { calls } = signedIn()
  await waitFor(() => expect(isPressed('Drum')).toBe(true))
  expect(isPressed()).toBe(false)
  expect(calls.map(({ call }) => call)).toEqual([WHICH])
})

it('favourites are added and removed on the server, and the last change wins', async () => {
  const { calls } = signedIn()
  await waitFor(() => expect(isPressed('Drum')).toBe(true))
  await userEvent.click(heart())
  expect(isPressed()).toBe(true)
  await waitFor(() => expect(calls.map(({ call }) => call)).toEqual([WHICH, ADD]))
  await userEvent.tripleClick(heart())
  expect(isPressed()).toBe(false)
  await waitFor(() => expect(calls.at(-1)?.call).toBe(DROP))
  expect(listed()).toEqual([])
})

it.each([
  ['without a network', NO_NETWORK, 'You seem to be offline.'],
  [
    'when there are too many',
    new Refusal('too-many-favourites'),
    'You have 10,000 favourites. Remove some first.',
  ],
])('a refused favourite is undone with a message %s', async (_, answer, detail) => {
  signedIn({ [ADD]: answer })
  await waitFor(() => expect(isPressed('Drum')).toBe(true))
  await userEvent.click(heart())
  await waitFor(() => expect(toasts()).toContain('Could not add to favourites'))
  const refusal = toastStore.read().find(({ title }) => title === 'Could not add to favourites')
  expect(refusal?.detail).toBe(detail)
  expect(isPressed()).toBe(false)
})

it("the browser's favourites are merged at sign-in, then deleted there", async () => {
  localStorage.setItem(LOCAL, JSON.stringify([FIRST, 'no id']))
  const { sent } = signedIn({
    [MERGE]: {},
    [`GET /api/favourites/which?products=${SECOND}`]: { productIds: [] },
  })
  await waitFor(() => expect(listed()).toEqual(['no id']))
  expect(isPressed()).toBe(true)
  expect(sent(MERGE)).toMatchObject([{ body: { productIds: [FIRST] } }])
})

it('favourites that could not be merged stay visible and are retried', async () => {
  localStorage.setItem(LOCAL, JSON.stringify([FIRST]))
  const answers: Answers = { [MERGE]: NO_NETWORK }
  const shown = showGrid(answers)
  stop = followFavourites({ ...shown, live, personId: 'kofi', listLatestNotifications: async () => [] })
  await waitFor(() => expect(shown.sent(MERGE)).toHaveLength(1))
  expect(isPressed()).toBe(true)
  expect(listed()).toEqual([FIRST])
  answers[MERGE] = {}
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(listed()).toEqual([]))
  expect(shown.sent(MERGE)).toHaveLength(2)
})

it('favourites change in every tab of the person', async () => {
  signedIn()
  await waitFor(() => expect(isPressed('Drum')).toBe(true))
  const otherTab = new BroadcastChannel(LOCAL)
  for (const message of [
    { personId: 'ama', productId: SECOND, isFavourite: false },
    { personId: 'kofi', productId: FIRST, isFavourite: true },
  ]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
    otherTab.postMessage(message)
  }
  await waitFor(() => expect(isPressed()).toBe(true))
  expect(isPressed('Drum')).toBe(true)
  otherTab.close()
})

it('the page reloads only after notifications about one of its favourites', async () => {
  let emit: () => void = () => undefined
  const fakeLive: Pick<typeof live, 'subscribe'> = {
    subscribe(_, addListener) {
      emit = addListener as unknown as () => void
      return () => undefined
    },
  }
  const notification = (id: string, productId: string) =>
    ({ id, read: false, actionUrl: `/products/${productId}` }) as Notification
  const listLatestNotifications = vi
    .fn<() => Promise<Notification[]>>()
    .mockResolvedValue([notification('n1', SECOND)])
  const LIST = 'GET /api/favourites'
  const answers = {
    [LIST]: { items: [{ product: products[0], priceThen: 100, addedAt: '' }], nextCursor: null },
  }
  const shown = showPage(() => <OwnFavourites personId="kofi" />, { answers, path: '/f', at: '/f' })
  stop = followFavourites({ ...shown, live: fakeLive, personId: 'kofi', listLatestNotifications })
  await screen.findByText('Kente cloth')
  emit()
  listLatestNotifications.mockResolvedValue([notification('n2', FIRST), notification('n1', SECOND)])
  emit()
  await waitFor(() => expect(shown.sent(LIST)).toHaveLength(2))
  emit()
  await waitFor(() => expect(listLatestNotifications).toHaveBeenCalledTimes(3))
  expect(shown.sent(LIST)).toHaveLength(2)
})
