import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { SOME_CONVERSATION, someAgreement } from '#testing/market/some-conversation.ts'
import { showPage } from '#testing/web/signed-in-page.tsx'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'
import { AgreementCard } from './AgreementCard.tsx'

const { product, other } = SOME_CONVERSATION
const due = '2100-11-26T18:00:00.000Z'
const lapsed = { state: 'ended', outcome: 'lapsed', due: null, endedAt: new Date().toISOString() } as const
const done = { state: 'done', due: null } as const
const sold = { product: { ...product, status: 'sold' as const } }

function show(of: Partial<Conversation>, changes: Partial<Agreement> | null) {
  const steps: UnsentStep[] = []
  showPage(
    () => (
      <AgreementCard
        conversation={{ ...SOME_CONVERSATION, ...of }}
        agreement={changes && someAgreement(changes)}
        waiting={undefined}
        onStep={(step) => void steps.push(step)}
      />
    ),
    { answers: {}, path: '/', at: '/' },
  )
  return steps
}

const card = () => screen.queryByRole('region', { name: 'Your deal' })
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it.each<[Partial<Agreement> | null, Partial<Conversation>, string, string[]]>([
  [null, {}, 'Nothing agreed yet.', ['Make an offer']],
  [null, { isSeller: true }, 'Nothing agreed yet.', ['Make an offer', 'Reserve for Ama Mensah']],
  [null, { priceType: 'fixed' }, 'The price is fixed.', []],
  [null, { priceType: 'fixed', isSeller: true }, 'The price is fixed.', ['Reserve for Ama Mensah']],
  [null, { isPromised: true, isSeller: true }, 'Reserved for somebody else.', []],
  [null, { offersLeft: 0 }, 'You have made 3 offers for this.', []],
  [{ due }, {}, 'You offered GH₵900, valid until Fri 26 Nov, 19:00.', ['Withdraw']],
  [{}, { isSeller: true }, 'Ama Mensah offers GH₵900, valid until', ['Accept', 'Offer back', 'Decline']],
  [
    {},
    { isSeller: true, offersLeft: 0, isPromised: true },
    'Ama Mensah offers GH₵900, valid until',
    ['Decline'],
  ],
  [
    { isBuyersOffer: false },
    {},
    'Ama Mensah offers GH₵900, valid until',
    ['Accept', 'Offer back', 'Decline'],
  ],
  [
    { state: 'agreed', due },
    {},
    'Reserved for you at GH₵900 until Fri 26 Nov, 19:00.',
    ['Suggest a meeting', 'I am coming', 'We met, it is done', 'Cancel'],
  ],
  [
    { state: 'agreed', isBuyersOffer: false, isReservation: true },
    {},
    'Reserved for you',
    ['Suggest a meeting', 'I am coming', 'We met, it is done', 'No, thanks'],
  ],
  [
    { state: 'agreed', isComing: true },
    { isSeller: true },
    'Ama Mensah is coming.',
    ['Suggest a meeting', 'We met, it is done', 'Keep longer', 'Cancel'],
  ],
  [
    { state: 'agreed', isComing: true, isKeptLonger: true },
    { isSeller: true },
    'Reserved for Ama Mensah at GH₵900 until',
    ['Suggest a meeting', 'We met, it is done', 'Cancel'],
  ],
  [
    { state: 'half-confirmed', confirmedBy: 'seller' },
    {},
    'Ama Mensah says that you met. Is that so?',
    ['Yes', 'No'],
  ],
  [
    { state: 'half-confirmed', confirmedBy: 'seller', due },
    { isSeller: true },
    'You said that you met. Ama Mensah can confirm it until Fri 26 Nov, 19:00.',
    [],
  ],
  [
    lapsed,
    { isSeller: true },
    'The reservation has ended. Did you meet?',
    ['Yes, we met', 'Make an offer', 'Reserve for Ama Mensah'],
  ],
  [lapsed, { isPromised: true }, 'Reserved for somebody else.', []],
  [done, { ...sold, isSeller: true }, 'Deal confirmed.', []],
  [done, { isBlocked: true }, 'Deal confirmed.', []],
  [lapsed, {}, 'Ama Mensah can still confirm that you met.', ['Make an offer']],
  [done, { product: { ...product, id: null } }, 'Deal confirmed.', []],
  [done, {}, 'Your last deal is confirmed.', ['Make an offer']],
])('shows %j to %j: %s', (changes, of, text, steps) => {
  show(of, changes)
  expect(card()?.textContent).toContain(text)
  expect(buttons()).toEqual(steps)
})

it.each<[Partial<Conversation>, Partial<Agreement> | null]>([
  [sold, null],
  [{ product: { ...product, id: null, price: null, status: null } }, null],
  [{ isBlocked: true }, {}],
  [{ isBanned: true }, {}],
  [{ other: { ...other, id: null } }, {}],
  // A copy that an older version stored on this device.
  [{ priceType: undefined, agreement: undefined, offersLeft: undefined, isPromised: undefined }, null],
])('is not shown for %j and %j', (of, changes) => {
  show(of, changes)
  expect(card()).toBeNull()
})

it('names what is wrong with an amount and keeps it', async () => {
  const steps = show({ offersLeft: 2 }, null)
  await press('Make an offer')
  expect(screen.getByText('You can make 2 offers for this.')).toBeDefined()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Your offer' })
  await press('Send offer')
  expect(screen.getByText('Enter an amount')).toBeDefined()
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'GH₵ 600')
  expect(screen.getByText('Must be at least GH₵625')).toBeDefined()
  expect(field.value).toBe('GH₵ 600')
  await press('GH₵1,125, 10 % less')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await press('Send offer')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(steps).toEqual([{ step: 'offer', price: 1125 }])
})

it('sends simple steps at once, and asks before a confirmation', async () => {
  const steps = show({}, { state: 'agreed' })
  await press('I am coming')
  await press('We met, it is done')
  expect(steps).toEqual([{ step: 'come' }])
  await press('Yes, we met')
  await waitFor(() => expect(steps.at(-1)).toEqual({ step: 'confirm' }))
})

it('requires a reason for a cancellation', async () => {
  const steps = show({}, { state: 'agreed' })
  await press('Cancel')
  expect(screen.queryByRole('button', { name: 'Sold elsewhere' })).toBeNull()
  await press('Cancel the reservation')
  expect(screen.getByText('Choose a reason')).toBeDefined()
  await press('Bought elsewhere')
  await press('Cancel the reservation')
  expect(steps).toEqual([{ step: 'cancel', reason: 'bought-elsewhere' }])
})
