import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Deal } from '#contract/agreements/agreements.ts'
import { SOME_CONVERSATION, someAgreement, someMessage } from '#testing/market/some-conversation.ts'
import { type Answers, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { followLive } from '#web/conversations/follow-live.ts'
import { live } from '#web/platform/live/live.ts'
import { dealText } from './deal-text.ts'
import { DealList } from './DealList.tsx'

const LIST = 'GET /api/agreements'
const NOW = '2100-11-25T12:00:00.000Z'
const meeting = {
  at: '2100-11-26T16:00:00.000Z',
  place: 'Bank in Osu',
  by: 'seller',
  isConfirmed: false,
} as const
const due = '2100-11-26T18:00:00.000Z'
const ended = (changes: Partial<Agreement>) => ({ state: 'ended', due: null, ...changes }) as const

const { product, other } = SOME_CONVERSATION
const someDeal = (id: number, changes: Partial<Agreement> = {}): Deal => ({
  agreement: someAgreement({ id: `a${id}`, ...changes }),
  conversationId: `c${id}`,
  isSeller: false,
  product: { ...product, title: `Thing ${id}` },
  other,
})
const page = (items: Deal[], nextCursor: string | null = null, roles = ['buyer', 'seller']) => ({
  items,
  nextCursor,
  roles,
})

const show = (answers: Answers) =>
  showPage(() => <DealList personId="kofi" />, { answers, path: '/deals', at: '/deals' })
const rows = () => within(screen.getByRole('list', { name: 'Deals' })).getAllByRole('listitem')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it.each<[Partial<Agreement>, string]>([
  [{}, 'Waiting for Ama'],
  [{ isBuyersOffer: false }, 'Waiting for you'],
  [{ state: 'agreed', due }, 'Reserved until Fri 26 Nov, 18:00'],
  [{ state: 'agreed', due, meeting }, 'Waiting for you'],
  [
    { state: 'agreed', due, meeting: { ...meeting, isConfirmed: true } },
    'You meet on Fri 26 Nov, 18:00: Bank in Osu',
  ],
  [{ state: 'half-confirmed', confirmedBy: 'buyer' }, 'Waiting for Ama'],
  [{ state: 'half-confirmed', confirmedBy: 'seller' }, 'Waiting for you'],
  [{ state: 'done', due: null }, 'Deal confirmed'],
  [ended({ outcome: 'cancelled', reason: 'sold-elsewhere' }), 'Cancelled: sold elsewhere'],
  [ended({ outcome: 'cancelled' }), 'Cancelled'],
  [ended({ outcome: 'declined' }), 'Declined'],
  [ended({ outcome: 'lapsed' }), 'The reservation has ended'],
])('a deal with %j says %s', (changes, text) => {
  const moment = () => 'Fri 26 Nov, 18:00'
  const agreement = someAgreement(changes)
  const said = dealText({ agreement, role: 'buyer', other: 'Ama', moment, now: Date.parse(NOW) })
  expect(said.replace(/[\u2066-\u2069]/g, '')).toBe(text)
})

describe('the list of deals', () => {
  it('shows each with its state, and opens its conversation', async () => {
    show({ [LIST]: page([someDeal(1, { isBuyersOffer: false })]) })
    const link = await screen.findByRole('link', { name: /^Thing 1/ })
    expect(link.textContent).toBe('Thing 1Ama Mensah · GH₵900Waiting for you')
    expect(link.getAttribute('href')).toBe('/conversation/c1')
  })

  it('goes on with the next page, each deal once', async () => {
    show({
      [LIST]: page([someDeal(2), someDeal(1)], '1_a1'),
      [`${LIST}?cursor=1_a1`]: page([someDeal(1), someDeal(0)]),
    })
    await screen.findByText('Thing 2')
    await press('Show more')
    await screen.findByText('Thing 0')
    expect(rows()).toHaveLength(3)
  })

  it('shows one part of a person who buys and sells', async () => {
    show({ [LIST]: page([someDeal(2), someDeal(1)]), [`${LIST}?role=buyer`]: page([someDeal(1)]) })
    await screen.findByText('Thing 2')
    await press('As a buyer')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await press('As a buyer')
    await waitFor(() => expect(rows()).toHaveLength(2))
  })

  it('has no filter for a person who only buys', async () => {
    show({ [LIST]: page([someDeal(1)], null, ['buyer']) })
    await screen.findByText('Thing 1')
    expect(screen.queryByRole('button', { name: 'As a buyer' })).toBeNull()
  })

  it('says what will be here, and that it could not be read', async () => {
    const answers: Answers = { [LIST]: new Refusal('fault') }
    show(answers)
    expect(await screen.findByText('Failed to load your deals')).toBeDefined()
    answers[LIST] = page([], null, [])
    await press('Try again')
    expect(await screen.findByText('Deals you agree in conversations show here.')).toBeDefined()
  })

  it('is read again after a step', async () => {
    const answers: Answers = { [LIST]: page([someDeal(1)]) }
    const { api, queryClient } = show(answers)
    await screen.findByText(/^Waiting for/)
    const stop = followLive({ api, queryClient, live, personId: 'kofi' })
    answers[LIST] = page([someDeal(1, { state: 'done', due: null })])
    const step = { kind: 'confirm', by: 'seller', agreement: someAgreement() } as const
    act(() => live.deliver('message.sent', { message: someMessage(1, { content: '', step }) }))
    expect(await screen.findByText('Deal confirmed')).toBeDefined()
    stop()
  })
})
