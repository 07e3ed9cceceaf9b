import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { BuyerReview } from '#contract/agreements/buyer-reviews.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { BuyerReviews } from './BuyerReviews.tsx'

const LIST = 'GET /api/sellers/b1/buyer-reviews'

const reviewBy = (id: string | null, name: string, changes: Partial<BuyerReview> = {}): BuyerReview => ({
  id: `deal of ${name}`,
  rating: 4,
  chips: ['on-time', 'friendly'],
  words: 'Gladly again.',
  createdAt: '2026-11-01T12:00:00.000Z',
  seller: { id, name, avatar: null },
  ...changes,
})

const show = (answers: Answers, average: number | null = 4.5) =>
  showPage(() => <BuyerReviews id="b1" rating={{ average, count: average === null ? 0 : 2 }} />, {
    answers,
    path: '/',
    at: '/',
  })

async function item(name: string) {
  const found = (await screen.findByText(name)).closest('li')
  if (!found) throw new Error(`${name} has no review`)
  return within(found)
}

it('shows the average and each review with its chips and words', async () => {
  show({ [LIST]: { items: [reviewBy('ama', 'Ama'), reviewBy(null, 'Unknown User')], nextCursor: null } })
  expect(screen.getByText('4.5 from 2 reviews')).toBeDefined()
  const ofAma = await item('Ama')
  for (const text of ['Came on time', 'Friendly', 'Gladly again.', 'Report'])
    expect(ofAma.getByText(text)).toBeDefined()
  expect(ofAma.queryByRole('button', { name: 'Delete' })).toBeNull()
})

it('shows no average if no review counts', async () => {
  show({ [LIST]: { items: [reviewBy('ama', 'Ama')], nextCursor: null } }, null)
  await item('Ama')
  expect(screen.queryByText(/ from /)).toBeNull()
})

it('lets the writer delete a review', async () => {
  const answers: Answers = {
    [LIST]: { items: [reviewBy('kofi', 'Kofi', { id: 'd1' })], nextCursor: null },
    'DELETE /api/agreements/d1/buyer-review': {},
  }
  const { sent } = show(answers)
  await userEvent.click((await item('Kofi')).getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  answers[LIST] = { items: [], nextCursor: null }
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Kofi')).toBeNull())
  expect(sent('DELETE /api/agreements/d1/buyer-review')).toHaveLength(1)
})
