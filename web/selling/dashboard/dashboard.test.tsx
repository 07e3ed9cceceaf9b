import type { QueryClient } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { TEST_CONFIG } from '#testing/accounts/signed-in.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { DashboardListings } from './DashboardListings.tsx'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
const KOFI = { id: '01930000-0000-7000-8000-000000000f10', name: 'Kofi Boateng', avatar: null }

const listing = (index: number, overrides: Partial<OwnProductCard> = {}): OwnProductCard => ({
  id: `01930000-0000-7000-8000-0000000000${10 + index}`,
  title: `Thing ${index}`,
  description: 'Works well.',
  price: 1250,
  condition: 'like-new',
  category: 'Phones & Tablets',
  status: 'available',
  version: 1,
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-01T12:00:00.000Z',
  photo: null,
  figures: { views: 1204, favourites: 1, conversations: 0 },
  ...overrides,
})

/** The server's data for the dashboard. */
let own: OwnProductCard[]
let people: (typeof KOFI)[]
let buyer: { id: string; name: string } | null
/** Refused calls, by method and end of the address. */
let refusals: Record<string, ProblemCode>
let sent: { call: string; body: unknown }[]

const PAGE = 2

function listed(query: URLSearchParams) {
  const all = own.filter(({ status }) => (status === 'draft') === (query.get('drafts') === 'yes'))
  const from = Number(query.get('cursor') ?? 0)
  const nextCursor = all.length > from + PAGE ? String(from + PAGE) : null
  return { items: all.slice(from, from + PAGE), nextCursor }
}

function refused(code: ProblemCode): Response {
  const { status, message } = PROBLEMS[code]
  const current = code === 'changed-elsewhere' ? { status: 'sold', version: 2, buyer: KOFI.name } : undefined
  return Response.json({ error: { code, message, current, requestId: 'r1' } }, { status })
}

const bodyOf = (body: RequestInit['body']) =>
  typeof body === 'string' ? (JSON.parse(body) as { status: OwnProductCard['status'] }) : undefined

function change(method: string, id: string, json: { status: OwnProductCard['status'] } | undefined) {
  if (method === 'DELETE') own = own.filter((product) => product.id !== id)
  else
    own = own.map((product) =>
      product.id === id && json ? { ...product, status: json.status, version: product.version + 1 } : product,
    )
}

function answer(path: string, { method = 'GET', body }: RequestInit = {}): Response {
  const { pathname, searchParams } = new URL(path, TEST_CONFIG.publicUrl)
  const [, id = '', what = ''] = /^\/api\/selling\/products\/?([^/]*)\/?(.*)$/.exec(pathname) ?? []
  const refusal = refusals[`${method} ${what}`]
  if (refusal) return refused(refusal)
  if (method !== 'GET') {
    const json = bodyOf(body)
    sent.push({ call: `${method} ${pathname}`, body: json })
    change(method, id, json)
    return Response.json({ ...own.find((product) => product.id === id) })
  }
  if (id && !what) return Response.json({ buyer })
  return Response.json(what === 'interested' ? { people } : listed(searchParams))
}

async function show(queryClient?: QueryClient) {
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => answer(path, init),
  })
  render(
    <Site api={api} queryClient={queryClient}>
      <DashboardListings personId={AMA} above={null} />
    </Site>,
  )
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
}

const card = (name: string) => within(screen.getByRole('listitem', { name }))
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }))
/** jsdom supports no popovers and hides them: the menu comes before the dialog. */
const choose = (name: string) =>
  userEvent.click(screen.getAllByRole('button', { name, hidden: true })[0] as HTMLElement)
const toasts = () => toastStore.read().map(({ title }) => title)

beforeEach(() => {
  own = [listing(1)]
  people = []
  buyer = null
  refusals = {}
  sent = []
})

describe('a card', () => {
  it('shows the item, its price and its figures', async () => {
    await show()
    const { getByRole, getByText } = card('Thing 1')
    expect(getByText('GH₵1,250.00')).toBeTruthy()
    expect(getByText(/Like new · Phones & Tablets/)).toBeTruthy()
    expect(getByText('Works well.')).toBeTruthy()
    const figures = within(getByRole('list', { name: 'Figures' })).getAllByRole('listitem')
    expect(figures.map(({ textContent }) => textContent)).toEqual(['1,204 views', '1 favourite'])
    const links = [
      getByRole('link', { name: 'See Thing 1 No photo yet' }),
      getByRole('link', { name: 'Edit Thing 1' }),
    ]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/products/${own[0]?.id}`,
      `/edit-product/${own[0]?.id}`,
    ])
  })

  it('has no figures before anybody looked', async () => {
    own = [listing(1, { figures: { views: 0, favourites: 0, conversations: 0 } })]
    await show()
    expect(card('Thing 1').queryByRole('list', { name: 'Figures' })).toBeNull()
  })

  it('keeps Delete in a menu and Edit beside it', async () => {
    await show()
    const { getByRole, queryByRole } = card('Thing 1')
    expect(getByRole('button', { name: 'More for Thing 1' })).toBeTruthy()
    expect(getByRole('link', { name: 'Edit Thing 1' })).toBeTruthy()
    expect(queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  it('shows Sold, Reserved and Uncategorized', async () => {
    own = [listing(1, { status: 'sold' }), listing(2, { status: 'reserved', category: null })]
    await show()
    expect(card('Thing 1').getByText('Sold')).toBeTruthy()
    expect(card('Thing 2').getByText('Reserved')).toBeTruthy()
    expect(card('Thing 2').getByText(/Uncategorized/)).toBeTruthy()
  })

  it('links a draft to its form, even without title and price', async () => {
    own = [listing(1, { status: 'draft', title: '', price: null, category: null })]
    await show()
    const draft = card('Untitled draft')
    expect(draft.getByRole('link', { name: 'Continue: Untitled draft' }).getAttribute('href')).toBe(
      `/edit-product/${own[0]?.id}`,
    )
    expect(screen.getByRole('heading', { name: 'No listings yet' })).toBeTruthy()
  })
})

describe('the list', () => {
  it('invites to create a first listing', async () => {
    own = []
    await show()
    const link = screen.getByRole('link', { name: 'Create your first listing' })
    expect(link.getAttribute('href')).toBe('/create-product')
    expect(screen.queryByRole('heading', { name: 'Drafts' })).toBeNull()
  })

  it('loads page by page', async () => {
    own = [1, 2, 3].map((index) => listing(index))
    await show()
    expect(screen.queryByRole('listitem', { name: 'Thing 3' })).toBeNull()
    await press('Show more')
    expect(await screen.findByRole('listitem', { name: 'Thing 3' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('shows an error if it cannot be loaded, and retries', async () => {
    refusals = { 'GET ': 'fault' }
    await show()
    expect(screen.getAllByRole('alert')[0]?.textContent).toContain('Failed to load products.')
    refusals = {}
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await userEvent.click(button)
    expect(await screen.findByRole('listitem', { name: 'Thing 1' })).toBeTruthy()
  })
})

describe('the status of a listing', () => {
  it('becomes sold to a person who wrote, after a question', async () => {
    people = [KOFI]
    await show()
    await choose('Mark as sold')
    const dialog = within(screen.getByRole('dialog', { name: 'Mark as sold' }))
    expect(dialog.getByRole('radio', { name: 'Someone else' })).toHaveProperty('checked', true)
    await userEvent.click(await dialog.findByRole('radio', { name: KOFI.name }))
    await press('Mark as sold', dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)).toEqual({
      call: `PUT /api/selling/products/${listing(1).id}/status`,
      body: { version: 1, status: 'sold', buyerId: KOFI.id },
    })
    expect(card('Thing 1').getByText('Sold')).toBeTruthy()
    expect(toasts()).toEqual(['Marked as sold'])
    expect(document.activeElement?.textContent).toBe('Change status')
  })

  it('reloads previously seen public pages once sold', async () => {
    const queryClient = createQueryClient({ retry: false })
    const seen = [
      ['product', listing(1).id],
      ['seller-products', AMA],
      ['featured'],
      ['home-rows'],
      ['search', {}, null],
      ['search', { search: 'thing' }, null],
    ]
    for (const key of seen) queryClient.setQueryData(key, {})
    await show(queryClient)
    await choose('Mark as sold')
    await press('Mark as sold', within(screen.getByRole('dialog')))
    await waitFor(() => expect(toasts()).toEqual(['Marked as sold']))
    expect(seen.filter((key) => !queryClient.getQueryState(key)?.isInvalidated)).toEqual([])
  })

  it('shows a change from elsewhere, on which the next change builds', async () => {
    people = [KOFI]
    await show()
    await choose('Mark as sold')
    const dialog = within(screen.getByRole('dialog', { name: 'Mark as sold' }))
    refusals = { 'PUT status': 'changed-elsewhere' }
    own = [listing(1, { status: 'sold', version: 2 })]
    await press('Mark as sold', dialog)
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'This listing was changed elsewhere, so we changed nothing. It is sold to Kofi Boateng now.',
    )
    await waitFor(() => expect(card('Thing 1').getByText('Sold')).toBeTruthy())
    refusals = {}
    await press('Mark as sold', dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)?.body).toEqual({ version: 2, status: 'sold', buyerId: null })
  })

  it('becomes reserved for someone else unless a person is chosen', async () => {
    await show()
    await choose('Mark as reserved')
    const dialog = within(screen.getByRole('dialog', { name: 'Mark as reserved' }))
    expect(await dialog.findByText('Nobody has written to you about this listing yet.')).toBeTruthy()
    await press('Mark as reserved', dialog)
    await waitFor(() => expect(card('Thing 1').getByText('Reserved')).toBeTruthy())
    expect(sent.at(-1)?.body).toEqual({ version: 1, status: 'reserved', buyerId: null })
  })

  it('becomes sold to the person it was reserved for, unless another is chosen', async () => {
    own = [listing(1, { status: 'reserved' })]
    people = [KOFI]
    buyer = KOFI
    await show()
    await choose('Mark as sold')
    const dialog = within(screen.getByRole('dialog'))
    const kofi = await dialog.findByRole('radio', { name: KOFI.name })
    await waitFor(() => expect(kofi).toHaveProperty('checked', true))
    await press('Mark as sold', dialog)
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ version: 1, status: 'sold', buyerId: KOFI.id }))
  })

  it('stays with the typed choice if the server refuses', async () => {
    people = [KOFI]
    refusals = { 'PUT status': 'buyer-unknown' }
    await show()
    await choose('Mark as sold')
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.click(await dialog.findByRole('radio', { name: KOFI.name }))
    await press('Mark as sold', dialog)
    expect(await dialog.findByText('Choose one of the people who wrote about this listing.')).toBeTruthy()
    expect(dialog.getByRole('radio', { name: KOFI.name })).toHaveProperty('checked', true)
    expect(card('Thing 1').queryByText('Sold')).toBeNull()
  })

  it('changes even if the list of buyers cannot be loaded', async () => {
    refusals = { 'GET interested': 'fault' }
    await show()
    await choose('Mark as sold')
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(/^Failed to load the people/)).toBeTruthy()
    await press('Mark as sold', dialog)
    await waitFor(() => expect(card('Thing 1').getByText('Sold')).toBeTruthy())
  })

  it('becomes available at once, and is restored after a failure', async () => {
    own = [listing(1, { status: 'sold' })]
    refusals = { 'PUT status': 'fault' }
    await show()
    await choose('Make available again')
    await waitFor(() => expect(toasts()).toEqual(['Failed to update the listing. Please try again.']))
    expect(card('Thing 1').getByText('Sold')).toBeTruthy()
    refusals = {}
    await choose('Make available again')
    await waitFor(() => expect(card('Thing 1').queryByText('Sold')).toBeNull())
    await waitFor(() => expect(toasts()).toContain('Available again'))
  })
})

describe('the deletion of a listing', () => {
  it('confirms first with the title and moves the focus', async () => {
    own = [listing(1), listing(2)]
    await show()
    await choose('Delete Thing 1')
    const dialog = within(screen.getByRole('dialog', { name: 'Delete “Thing 1”?' }))
    await press('Cancel', dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More for Thing 1')
    expect(sent).toEqual([])

    await choose('Delete Thing 1')
    await press('Delete', within(screen.getByRole('dialog')))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Thing 1' })).toBeNull())
    expect(toasts()).toEqual(['Product deleted'])
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(screen.getByRole('listitem', { name: 'Thing 2' })).toBeTruthy()
  })

  it('keeps the listing if it fails', async () => {
    refusals = { 'DELETE ': 'fault' }
    await show()
    await choose('Delete Thing 1')
    await press('Delete', within(screen.getByRole('dialog')))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to delete the product. Please try again.',
    )
    expect(toasts()).toEqual(['Failed to delete the product. Please try again.'])
    expect(screen.getByRole('listitem', { name: 'Thing 1' })).toBeTruthy()
  })

  it('succeeds if the listing is already deleted', async () => {
    refusals = { 'DELETE ': 'product-not-found' }
    own = [listing(1, { status: 'draft' })]
    await show()
    await choose('Delete Thing 1')
    own = []
    await press('Delete', within(screen.getByRole('dialog')))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Thing 1' })).toBeNull())
    expect(toasts()).toEqual(['Draft deleted'])
  })
})
