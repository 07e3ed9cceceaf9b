import { useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { fill } from '#testing/market/fill.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import type { Product } from '#contract/products.ts'
import type { OwnReview, Review, ReviewForm } from '#contract/reviews.ts'
import { signInAs } from '#testing/accounts/signed-in.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { ReviewList } from './ReviewList.tsx'
import { saveTypedReview } from './typed-reviews.ts'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
const KOFI = '01930000-0000-7000-8000-000000000f10'
const reviewOf = (id: string, name: string, overrides: Partial<Review> = {}): Review => ({
  id,
  rating: 4,
  title: 'Good phone',
  comment: 'As described.',
  createdAt: '2026-10-01T12:00:00.000Z',
  editedAt: null,
  verifiedPurchase: false,
  standing: 'counted',
  formerTitle: null,
  reply: null,
  reviewer: { name, avatar: null },
  ...overrides,
})

/** The server's data for this section. */
let reviews: Review[]
let own: OwnReview
let status: Product['status']
/** Refusal of the next write, if any. */
let refusal: ProblemCode | 'offline' | undefined
let sent: { call: string; body: unknown }[]
/** Cursor and items of the next page. */
let nextCursor: string | null
let nextPage: () => Response

function productNow(): Product {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0)
  const average = reviews.length === 0 ? null : sum / reviews.length
  return {
    id: 'p1',
    seller: { id: AMA, name: 'Ama' },
    status,
    rating: { average, count: reviews.length },
  } as Product
}

function change(call: string, form: ReviewForm & { text: string }): object {
  const [method, , , subject, id = ''] = call.split(/[ /]/)
  if (subject === 'products') {
    const review = reviewOf('r9', 'Kofi Boateng', form)
    reviews = [review, ...reviews]
    own = { review, bar: 'reviewed' }
    return review
  }
  if (method === 'DELETE') {
    reviews = reviews.filter((review) => review.id !== id)
    own = { review: null, bar: null }
    return {}
  }
  const at = '2026-10-02T12:00:00.000Z'
  const changes = call.endsWith('/reply')
    ? { reply: { text: form.text, createdAt: at } }
    : { ...form, editedAt: at }
  reviews = reviews.map((review) => (review.id === id ? { ...review, ...changes } : review))
  return reviews.find((review) => review.id === id) ?? {}
}

const api = createApiClient({
  async fetch(path, { method = 'GET', body } = {}) {
    if (method === 'GET') {
      if (path.endsWith('/own-review')) return Response.json(own)
      if (path.endsWith('/reviews')) return Response.json({ items: reviews, nextCursor })
      return path.includes('cursor=') ? nextPage() : Response.json(productNow())
    }
    const form = JSON.parse(String(body ?? '{}')) as ReviewForm & { text: string }
    sent.push({ call: `${method} ${path}`, body: form })
    if (refusal === 'offline') throw new TypeError('Failed to fetch')
    if (refusal) {
      const { status: code, message } = PROBLEMS[refusal]
      return Response.json({ error: { code: refusal, message, requestId: 'r' } }, { status: code })
    }
    return Response.json(change(`${method} ${path}`, form))
  },
})

/** The section as the product page shows it. */
function Section() {
  const client = useApi()
  const { data } = useQuery({
    queryKey: ['product', 'p1'],
    queryFn: () => client.call('getProduct', { params: { id: 'p1' } }),
  })
  return data ? <ReviewList product={data} /> : null
}

function open(personId?: string) {
  if (personId) signInAs(personId)
  return render(
    <Site api={api}>
      <Section />
    </Site>,
  )
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const item = async (name: string) => {
  const found = (await screen.findByText(name)).closest('li')
  if (!found) throw new Error(`${name} has no review`)
  return within(found)
}
const toasts = () => toastStore.read().map(({ title, detail }) => [title, detail])

beforeEach(() => {
  // jsdom lacks CSS.escape, which user-event needs for arrow keys.
  vi.stubGlobal('CSS', { escape: (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`) })
  reviews = [reviewOf('r1', 'Esi Quansah', { verifiedPurchase: true })]
  own = { review: null, bar: null }
  status = 'available'
  refusal = undefined
  sent = []
  nextCursor = null
})
afterEach(() => {
  writeSession(null, 'signed-out')
  for (const form of ['new', 'own'] as const) saveTypedReview(['p1', KOFI, form], undefined)
})

describe('the reviews for an anonymous person', () => {
  it("show the buyer, edits and the seller's answer", async () => {
    reviews[0] = reviewOf('r1', 'Esi Quansah', {
      verifiedPurchase: true,
      editedAt: '2026-10-02T12:00:00.000Z',
      reply: { text: 'Thank you, Esi.', createdAt: '2026-10-03T12:00:00.000Z' },
    })
    open()
    const { getByText, getByRole } = await item('Esi Quansah')
    expect(getByRole('img', { name: '4 out of 5' })).toBeTruthy()
    expect(getByText('Verified purchase')).toBeTruthy()
    expect(getByText(/edited/)).toBeTruthy()
    expect(getByText('Seller’s answer').parentElement?.textContent).toContain('3 Oct')
    expect(getByText('Thank you, Esi.')).toBeTruthy()
  })

  it('are listed apart if written for an earlier listing or without a conversation', async () => {
    reviews = [
      reviewOf('r1', 'Esi Quansah'),
      reviewOf('r2', 'Kojo Antwi', {
        standing: 'set-aside',
        verifiedPurchase: true,
        formerTitle: 'Standing fan',
      }),
      reviewOf('r3', 'Yaw Darko', { standing: 'without-conversation' }),
    ]
    open()
    expect((await item('Esi Quansah')).getByText('Chatted with the seller')).toBeTruthy()
    const aside = within(screen.getByRole('region', { name: 'Not part of the rating' }))
    expect(aside.getByText(/^Written when this listing was/).textContent).toBe(
      'Written when this listing was called Standing fan',
    )
    expect(aside.getByText('Verified purchase')).toBeTruthy()
    const without = within(screen.getByRole('region', { name: 'Without a conversation' }))
    expect(without.getByText(/so their stars do not count/)).toBeTruthy()
    expect(without.getByText('Yaw Darko')).toBeTruthy()
    expect(without.queryByText('Chatted with the seller')).toBeNull()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  it('show an error if more fail to load, and retry', async () => {
    nextCursor = 'further'
    nextPage = () => Response.json({}, { status: 500 })
    open()
    await press('Show more reviews')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load reviews')
    nextPage = () => Response.json({ items: [reviewOf('r2', 'Kojo Antwi')], nextCursor: null })
    await press('Try again')
    expect(await item('Kojo Antwi')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('link to the log-in and back while the listing is unsold', async () => {
    open()
    expect((await screen.findByText('Login required:')).parentElement?.textContent).toBe(
      'Login required: Please log in to submit a review',
    )
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe(
      '/auth/login?next=%2Fproducts%2Fp1',
    )
    expect(screen.queryByRole('radiogroup')).toBeNull()
    cleanup()
    status = 'sold'
    open()
    await screen.findByText('Esi Quansah')
    expect(screen.queryByText('Login required:')).toBeNull()
  })
})

describe('the form of a review', () => {
  it('works by keyboard and updates list and average', async () => {
    open(KOFI)
    const [first] = await screen.findAllByRole('radio')
    expect(first?.getAttribute('aria-label')).toBe('1 star')
    first?.focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '5 stars' }).checked).toBe(true)
    await userEvent.type(screen.getByLabelText(/^Title/), 'Very good')
    expect(screen.getByText('9 / 100')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Comment/), 'Battery lasts.')
    expect(screen.getByText('14 / 500')).toBeTruthy()
    await press('Submit Review')
    expect(sent).toEqual([
      {
        call: 'POST /api/products/p1/reviews',
        body: { rating: 5, title: 'Very good', comment: 'Battery lasts.' },
      },
    ])
    const { getByText } = await item('Kofi Boateng')
    expect(getByText('Your review')).toBeTruthy()
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(await screen.findByText('4.5 from 2 reviews')).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Reviews')
    expect(toasts()).toEqual([['Review submitted', 'Thank you for your review.']])
  })

  it('requires a rating', async () => {
    open(KOFI)
    fill(await screen.findByLabelText(/^Comment/), 'Good.')
    await press('Submit Review')
    const group = screen.getByRole('radiogroup', { name: 'Rating' })
    await waitFor(() => expect(group.getAttribute('aria-invalid')).toBe('true'))
    expect(within(group).getByText('Please select a rating')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star' }))
    expect(toasts()).toEqual([['Rating required', 'Please select a rating']])
    expect(sent).toEqual([])
  })

  it.each([
    ['already-reviewed', 'Failed to submit review. You may have already reviewed this product.'],
    ['fault', 'Failed to submit review. You may have already reviewed this product.'],
    ['review-closed', 'This item is sold, so only its buyer can review it.'],
    ['offline', 'You seem to be offline.'],
    ['authentication-required', 'Log in to send. What you typed stays here.'],
  ] as const)('keeps the typed text if it fails: %s', async (code, message) => {
    open(KOFI)
    await userEvent.click(await screen.findByRole('radio', { name: '3 stars' }))
    fill(screen.getByLabelText(/^Comment/), 'Good.')
    refusal = code
    await press('Submit Review')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Comment/).value).toBe('Good.')
    refusal = undefined
    await press('Submit Review')
    await item('Kofi Boateng')
    expect(sent[1]).toEqual(sent[0])
  })

  it('sends once despite repeated presses', async () => {
    open(KOFI)
    await userEvent.click(await screen.findByRole('radio', { name: '3 stars' }))
    const submit = await button('Submit Review')
    submit.click()
    submit.click()
    await item('Kofi Boateng')
    expect(sent).toHaveLength(1)
  })

  it.each(['seller', 'sold'] as const)('is hidden if it is barred: %s', async (bar) => {
    own = { review: null, bar }
    open(bar === 'seller' ? AMA : KOFI)
    await screen.findByText('Esi Quansah')
    if (bar === 'seller') await button(/^Answer/)
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.queryByText('Login required:')).toBeNull()
  })
})

describe('one’s own review', () => {
  beforeEach(() => {
    const review = reviewOf('r2', 'Kofi Boateng')
    reviews = [reviews[0] ?? review, review]
    own = { review, bar: 'reviewed' }
  })

  it('is in no list while it waits for the seller, and says until when', async () => {
    reviews = []
    own = {
      review: reviewOf('r2', 'Kofi Boateng', {
        standing: 'set-aside',
        waitsUntil: '2100-12-12T12:00:00.000Z',
      }),
      bar: 'reviewed',
    }
    open(KOFI)
    const waiting = await item('Kofi Boateng')
    expect(waiting.getByText('Shown once Ama has written too, or on 12 Dec 2100.')).toBeTruthy()
    expect(screen.getByText('No reviews yet.')).toBeTruthy()
    expect(screen.queryByText('Not part of the rating')).toBeNull()
    for (const name of ['Edit', 'Delete']) expect(await button(name)).toBeTruthy()
  })

  it('is changed in the list', async () => {
    open(KOFI)
    await press('Edit')
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '4 stars' }))
    await userEvent.click(screen.getByRole('radio', { name: '2 stars' }))
    fill(screen.getByLabelText(/^Title/), '')
    await press('Save changes')
    expect(sent).toEqual([
      { call: 'PUT /api/reviews/r2', body: { rating: 2, title: '', comment: 'As described.' } },
    ])
    expect((await item('Kofi Boateng')).getByRole('img', { name: '2 out of 5' })).toBeTruthy()
    expect(await screen.findByText('3.0 from 2 reviews')).toBeTruthy()
    expect(document.activeElement).toBe(await button('Edit'))
  })

  it('is deleted after a confirmation and can be written again', async () => {
    open(KOFI)
    await press('Delete')
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your review?' }))
    refusal = 'offline'
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to delete the review. Please try again.',
    )
    refusal = undefined
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByRole('radiogroup')
    expect(screen.queryByText('Kofi Boateng')).toBeNull()
    expect(await screen.findByText('4.0 from 1 review')).toBeTruthy()
  })

  it('is shown even if the loaded list does not include it', async () => {
    reviews = reviews.slice(0, 1)
    open(KOFI)
    expect(await screen.findByRole('heading', { name: 'Your review' })).toBeTruthy()
    await item('Kofi Boateng')
    expect(await button('Edit')).toBeTruthy()
  })
})

describe('a change in another tab', () => {
  const other = new BroadcastChannel('sankofa.reviews')
  afterAll(() => other.close())
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  const emit = () => other.postMessage({ productId: 'p1' })

  function writeElsewhere() {
    const review = reviewOf('r9', 'Kofi Boateng', { comment: 'Written elsewhere.' })
    reviews = [review, ...reviews]
    own = { review, bar: 'reviewed' }
    emit()
  }

  it('shows a written, changed and removed review', async () => {
    open(KOFI)
    await screen.findByRole('radiogroup')
    writeElsewhere()
    expect(await screen.findByText('Written elsewhere.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull())
    expect(await screen.findByText('4.0 from 2 reviews')).toBeTruthy()
    const review = reviewOf('r9', 'Kofi Boateng', { comment: 'Changed elsewhere.', rating: 2 })
    reviews = [review, ...reviews.slice(1)]
    own = { review, bar: 'reviewed' }
    emit()
    expect(await screen.findByText('Changed elsewhere.')).toBeTruthy()
    reviews = reviews.slice(1)
    own = { review: null, bar: null }
    emit()
    expect(await screen.findByRole('radiogroup')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Changed elsewhere.')).toBeNull())
  })

  it('appears when the person returns to the page, as from another device', async () => {
    open(KOFI)
    await screen.findByRole('radiogroup')
    const review = reviewOf('r9', 'Kofi Boateng', { comment: 'From my phone.' })
    reviews = [review, ...reviews]
    own = { review, bar: 'reviewed' }
    globalThis.dispatchEvent(new Event('visibilitychange'))
    expect(await screen.findByText('From my phone.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull())
  })

  it('keeps the typed text, which can replace the other review', async () => {
    open(KOFI)
    await userEvent.click(await screen.findByRole('radio', { name: '3 stars' }))
    fill(screen.getByLabelText(/^Comment/), 'Typed here.')
    writeElsewhere()
    expect(await screen.findByText(/You already reviewed this elsewhere/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Comment/).value).toBe('Typed here.')
    await press('Save changes')
    await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull())
    expect(sent).toEqual([
      { call: 'PUT /api/reviews/r9', body: { rating: 3, title: '', comment: 'Typed here.' } },
    ])
    expect((await item('Kofi Boateng')).getByText('Typed here.')).toBeTruthy()
  })

  it('restores the text typed over a deleted review', async () => {
    const review = reviewOf('r2', 'Kofi Boateng')
    reviews = [...reviews, review]
    own = { review, bar: 'reviewed' }
    open(KOFI)
    await press('Edit')
    fill(screen.getByLabelText(/^Comment/), 'As described. And more.')
    reviews = reviews.slice(0, 1)
    own = { review: null, bar: null }
    emit()
    await button('Submit Review')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Comment/).value).toBe('As described. And more.')
  })
})

it('the seller answers each review once', async () => {
  own = { review: null, bar: 'seller' }
  open(AMA)
  await press('Answer Esi Quansah')
  const field = screen.getByLabelText('Your answer to Esi Quansah')
  expect(document.activeElement).toBe(field)
  await press('Send answer')
  expect(await screen.findByText('This field is required')).toBeTruthy()
  fill(field, 'Thank you.')
  refusal = 'offline'
  await press('Send answer')
  expect((await screen.findByRole('alert')).textContent).toBe('You seem to be offline.')
  refusal = undefined
  await press('Send answer')
  expect((await item('Esi Quansah')).getByText('Thank you.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Answer/ })).toBeNull()
  expect(sent.at(-1)).toEqual({ call: 'POST /api/reviews/r1/reply', body: { text: 'Thank you.' } })
})
