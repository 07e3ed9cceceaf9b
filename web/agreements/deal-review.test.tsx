import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { DealReview } from '#contract/agreements/buyer-reviews.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { SOME_CONVERSATION, someAgreement } from '#testing/market/some-conversation.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { AgreementCard } from './AgreementCard.tsx'

const PATH = '/api/agreements/a1/buyer-review'
const until = '2100-12-12T12:00:00.000Z'
type State = Omit<DealReview, 'dealId' | 'isSeller'>
const OPEN: State = { state: 'open', until, written: null }
const WRITTEN = { rating: 4, chips: ['on-time' as const], words: 'Quick.' }
const WAITING: State = { state: 'waiting', until, written: WRITTEN }

interface Shown {
  answers?: Answers
  agreement?: Partial<Agreement>
  of?: Partial<Conversation>
}

const show = (isSeller: boolean, review: State | null, { answers = {}, agreement, of }: Shown = {}) =>
  showPage(
    () => (
      <AgreementCard
        conversation={{
          ...SOME_CONVERSATION,
          isSeller,
          review: review && { dealId: 'a1', isSeller, ...review },
          product: { ...SOME_CONVERSATION.product, status: 'sold' },
          ...of,
        }}
        agreement={someAgreement({ id: 'a1', state: 'done', due: null, ...agreement })}
        waiting={undefined}
        onStep={() => undefined}
      />
    ),
    { answers, path: '/', at: '/' },
  )

const card = () => screen.getByRole('region', { name: 'Your deal' })
const actions = () =>
  [...within(card()).queryAllByRole('button'), ...within(card()).queryAllByRole('link')].map(
    ({ textContent }) => textContent,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sheet = () => screen.findByRole('dialog', { name: 'Review Ama Mensah' })
const chip = (name: string) => screen.getByRole('button', { name })
const WAIT = 'You reviewed Ama Mensah. Shown once Ama Mensah has written too, or on 12 Dec 2100.'

it('rereads what was read before the deal when the buyer goes to review', async () => {
  const { queryClient } = show(false, { ...OPEN, until: null })
  const keys = [
    ['product', 'p1'],
    ['own-review', 'p1', 'kofi'],
    ['conversations', 'kofi', 'one', 'c1'],
  ]
  for (const key of keys) queryClient.setQueryData(key, {})
  await userEvent.click(screen.getByRole('link', { name: 'Write a review' }))
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
})

it.each<[string, boolean, State | null, string[], string]>([
  ['a seller who can write', true, OPEN, ['Review Ama Mensah'], 'Deal confirmed.'],
  ['a seller whose review waits', true, WAITING, ['Change', 'Delete'], WAIT],
  [
    'a seller whose review is shown',
    true,
    { state: 'shown', until: null, written: WRITTEN },
    ['Delete', 'See your review'],
    'You reviewed Ama Mensah.',
  ],
  ['a seller who is too late', true, null, [], 'Deal confirmed.'],
  ['a buyer who can write', false, { ...OPEN, until: null }, ['Write a review'], 'Deal confirmed.'],
  ['a buyer whose review waits', false, { ...WAITING, written: null }, ['See your review'], WAIT],
])('the card of a deal says to %s what can be done', (_, isSeller, review, expected, text) => {
  show(isSeller, review)
  expect(card().textContent?.replaceAll(/[\u2068\u2069]/g, '')).toContain(text)
  expect(actions().map((name) => name?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual(expected)
})

const WITHDRAWN = { id: 'a2', state: 'ended', outcome: 'withdrawn', due: null } as const
const { product } = SOME_CONVERSATION

it.each<[string, Shown, string]>([
  ['another offer', { agreement: WITHDRAWN, of: { product } }, 'Your last deal is confirmed.'],
  ['another sale', { agreement: WITHDRAWN }, 'Deal confirmed.'],
  ['a block', { of: { isBlocked: true } }, 'Deal confirmed.'],
  [
    'the end of the listing',
    { of: { isSeller: false, product: { ...product, id: null } } },
    'Deal confirmed.',
  ],
])('the seller can still review after %s', (_, shown, text) => {
  show(true, OPEN, shown)
  expect(card().textContent).toContain(text)
  expect(
    actions()
      .at(-1)
      ?.replaceAll(/[\u2068\u2069]/g, ''),
  ).toBe('Review Ama Mensah')
})

const OFFERED = { id: 'a2', state: 'offered', due: until } as const

it.each<[State, number]>([
  [OPEN, 1],
  [WAITING, 2],
  [{ state: 'shown', until: null, written: WRITTEN }, 0],
])('the card of a later offer shows the review %j with %d actions', (review, expected) => {
  show(true, review, { agreement: OFFERED, of: { product } })
  const found = ['Review Ama Mensah', 'Change', 'Delete', 'See your review'].filter((name) =>
    actions().some((action) => action?.replaceAll(/[\u2068\u2069]/g, '') === name),
  )
  expect(found).toHaveLength(expected)
})

it('says why a review was refused, because the card may take the sheet away', async () => {
  show(true, OPEN, { answers: { [`POST ${PATH}`]: new Refusal('deal-review-closed') } })
  await press('Review Ama Mensah')
  await sheet()
  await userEvent.click(screen.getByRole('radio', { name: '2 stars' }))
  await press('Send review')
  await waitFor(() => expect(toastStore.read().at(-1)?.title).toMatch(/review/))
})

it('links the buyer to the reviews of the product', () => {
  show(false, { ...OPEN, until: null })
  expect(screen.getByRole('link', { name: 'Write a review' }).getAttribute('href')).toMatch(/#reviews$/)
})

it('sends stars, chips and words, of which only the stars are required', async () => {
  const { sent } = show(true, OPEN, { answers: { [`POST ${PATH}`]: {} } })
  await press('Review Ama Mensah')
  await sheet()
  await press('Send review')
  expect(await screen.findByText('Please select a rating')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: '5 stars' }))
  await userEvent.click(chip('Came late'))
  await userEvent.click(chip('Friendly'))
  await userEvent.click(chip('Came on time'))
  expect(chip('Came late').getAttribute('aria-pressed')).toBe('false')
  await userEvent.type(screen.getByRole('textbox'), 'Gladly again.')
  await press('Send review')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`POST ${PATH}`)).toMatchObject([
    { body: { rating: 5, chips: ['friendly', 'on-time'], words: 'Gladly again.' } },
  ])
})

it('keeps what was chosen and typed if sending fails, also after the sheet is closed', async () => {
  show(true, OPEN, { answers: { [`POST ${PATH}`]: NO_NETWORK } })
  await press('Review Ama Mensah')
  await sheet()
  await userEvent.click(screen.getByRole('radio', { name: '2 stars' }))
  await userEvent.click(chip('Came late'))
  await userEvent.type(screen.getByRole('textbox'), 'An hour.')
  await press('Send review')
  expect(await screen.findByRole('alert')).toBeDefined()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Review Ama Mensah')
  await sheet()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '2 stars' }).checked).toBe(true)
  expect(chip('Came late').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('An hour.')
})

it('changes a review that waits, and deletes it', async () => {
  const { sent } = show(true, WAITING, { answers: { [`PUT ${PATH}`]: {}, [`DELETE ${PATH}`]: {} } })
  await press('Change')
  await sheet()
  expect(chip('Came on time').getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(screen.getByRole('radio', { name: '3 stars' }))
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`PUT ${PATH}`)).toMatchObject([{ body: { ...WRITTEN, rating: 3 } }])
  await press('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your review?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(`DELETE ${PATH}`)).toHaveLength(1)
})
