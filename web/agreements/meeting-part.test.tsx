import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { SOME_CONVERSATION, someAgreement } from '#testing/market/some-conversation.ts'
import { showPage } from '#testing/web/signed-in-page.tsx'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'
import { AgreementCard } from './AgreementCard.tsx'

// The site is in Lagos, an hour before UTC.
const NOW = '2026-11-26T08:07:00.000Z'
const due = '2026-11-28T16:30:00.000Z'
const AT = '2026-11-27T15:00:00.000Z'
const PLACE = 'Filling station in Osu'
const suggested = { at: AT, place: PLACE, by: 'seller', isConfirmed: false } as const

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] })
  return () => vi.useRealTimers()
})

function show(changes: Partial<Agreement>, of: Partial<Conversation> = {}) {
  const steps: UnsentStep[] = []
  showPage(
    () => (
      <AgreementCard
        conversation={{ ...SOME_CONVERSATION, ...of }}
        agreement={someAgreement({ state: 'agreed', due, ...changes })}
        waiting={undefined}
        onStep={(step) => void steps.push(step)}
      />
    ),
    { answers: {}, path: '/', at: '/' },
  )
  return steps
}

const card = () => within(screen.getByRole('region', { name: 'Your deal' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const time = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time' })
const place = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Place' })
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

describe('the card', () => {
  it('suggests no meeting if the reservation ends before any time at which people meet', () => {
    vi.setSystemTime('2026-11-26T21:30:00.000Z')
    show({ meeting: null, due: '2026-11-27T04:00:00.000Z' })
    expect(card().getByText('The reservation ends too soon to plan a meeting.')).toBeDefined()
    expect(card().queryByRole('button', { name: 'Suggest a meeting' })).toBeNull()
  })

  it.each<[string, Partial<Agreement>, Partial<Conversation>, string | undefined, string[]]>([
    ['nothing', { meeting: null }, {}, undefined, ['Suggest a meeting']],
    ['nothing in an old copy', { meeting: undefined }, {}, undefined, ['Suggest a meeting']],
    [
      'the suggestion of the other',
      { meeting: suggested },
      {},
      'Ama Mensah suggests meeting on Fri 27 Nov, 16:00: Filling station in Osu.',
      ['Confirm', 'Suggest another time'],
    ],
    [
      'the viewer’s own suggestion',
      { meeting: suggested },
      { isSeller: true },
      'You suggested meeting on Fri 27 Nov, 16:00: Filling station in Osu. Ama Mensah can confirm it.',
      ['Suggest another time'],
    ],
    [
      'a confirmed meeting',
      { meeting: { ...suggested, isConfirmed: true } },
      {},
      'You meet on Fri 27 Nov, 16:00: Filling station in Osu.',
      ['Suggest another time'],
    ],
    [
      'a meeting that began an hour ago',
      { meeting: { ...suggested, at: '2026-11-26T07:00:00.000Z', isConfirmed: true } },
      {},
      'You meet on Thu 26 Nov, 08:00: Filling station in Osu.',
      ['Suggest another time'],
    ],
    [
      'nothing of a suggestion whose time is over',
      { meeting: { ...suggested, at: '2026-11-26T08:00:00.000Z' } },
      {},
      undefined,
      ['Suggest a meeting'],
    ],
  ])('shows %s', (_, changes, of, text, buttons) => {
    show(changes, of)
    expect(card().queryByText(PLACE, { exact: false })?.textContent).toBe(text)
    const shown = card()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(shown.slice(0, buttons.length)).toEqual(buttons)
    expect(shown).not.toContain(buttons.includes('Confirm') ? 'Suggest a meeting' : 'Confirm')
  })

  it('confirms the shown meeting by one tap', async () => {
    const steps = show({ meeting: suggested })
    await press('Confirm')
    expect(steps).toEqual([{ step: 'agree-meeting', meeting: { at: AT, place: PLACE } }])
  })

  it('shows the buyer what to check, by category', () => {
    show({}, { category: 'mobile' })
    const checks = screen.getByText('What to check before you pay').closest('details')
    expect(checks?.open).toBe(false)
    expect(checks?.textContent).toContain('Dial *#06#')
  })

  it.each<[string, Partial<Agreement>, Partial<Conversation>]>([
    ['the seller', {}, { isSeller: true }],
    ['a buyer who only made an offer', { state: 'offered' }, {}],
  ])('shows %s no checks', (_, changes, of) => {
    show(changes, of)
    expect(screen.queryByText('What to check before you pay')).toBeNull()
  })
})

describe('the sheet', () => {
  it('suggests a day, a time and a public place of the town', async () => {
    const steps = show({})
    await press('Suggest a meeting')
    expect(group('Day')).toEqual(['Today', 'Tomorrow', 'Sat 28 Nov'])
    expect(group('Public places')).toEqual([
      'Filling station in Osu',
      'Shopping mall in Osu',
      'Bank in Osu',
      'Police station in Osu',
    ])
    const [prompt, first] = [...time().options].map(({ text }) => text)
    expect([prompt, first, time().options[time().options.length - 1]?.text]).toEqual([
      'Choose a time',
      '09:15',
      '21:45',
    ])
    await press('Tomorrow')
    await userEvent.selectOptions(time(), '16:00')
    await press('Bank in Osu')
    expect(place().value).toBe('Bank in Osu')
    await press('Suggest meeting')
    expect(steps).toEqual([{ step: 'meet', meeting: { at: AT, place: 'Bank in Osu' } }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('ends with the reservation, and keeps a time that another day also has', async () => {
    show({})
    await press('Suggest a meeting')
    await userEvent.selectOptions(time(), '17:15')
    await press('Sat 28 Nov')
    expect(time().value).toBe('2026-11-28T16:15:00.000Z')
    expect(time().options[time().options.length - 1]?.text).toBe('17:15')
    await press('Tomorrow')
    await userEvent.selectOptions(time(), '18:00')
    await press('Sat 28 Nov')
    expect(time().value).toBe('')
  })

  it('names what is missing and leads there', async () => {
    const steps = show({})
    await press('Suggest a meeting')
    await press('Suggest meeting')
    expect(document.activeElement).toBe(time())
    expect(time().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Enter a place')).toBeDefined()
    await userEvent.selectOptions(time(), '12:00')
    await press('Suggest meeting')
    expect(document.activeElement).toBe(place())
    expect(steps).toEqual([])
  })

  it('keeps what was typed, because the server may refuse it', async () => {
    show({ meeting: suggested })
    await press('Suggest another time')
    expect(time().value).toBe(AT)
    expect(place().value).toBe(PLACE)
    await userEvent.clear(place())
    await userEvent.type(place(), 'Accra Mall')
    await press('Suggest meeting')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Suggest another time')
    expect(place().value).toBe('Accra Mall')
    expect(time().value).toBe(AT)
  })

  it('names public places without a town', async () => {
    show({}, { town: undefined })
    await press('Suggest a meeting')
    expect(group('Public places')).toEqual(['Filling station', 'Shopping mall', 'Bank', 'Police station'])
  })
})
