import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { cardOf, caseOf } from '#testing/web/some-case.ts'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { ModerationPage } from './ModerationPage.tsx'

const PILE = '01930000-0000-7000-8000-0000000000c1'
const DECIDE = 'POST /api/moderation/cases/decisions'
const UNDO = 'POST /api/moderation/decisions/undo'

const single = (number: number): QueueEntry => ({ ...cardOf(number), pile: null })
const pileOf = (cases: number, caseIds: string[]): QueueEntry => ({
  ...cardOf(1),
  pile: { id: PILE, cases, people: 2, harm: 'danger', caseIds, kinds: ['product', 'message'] },
})
const pageOf = (items: QueueEntry[], open = items.length) => ({ items, nextCursor: null, open })
const inPile = [single(1), single(2), single(3)]

let answers: Answers
beforeEach(() => {
  stubWideScreen()
  answers = {
    'GET /api/own-role': { role: 'moderator', hasTwoFactor: true },
    'GET /api/moderation/cases?by=pile': pageOf(
      [
        pileOf(
          3,
          inPile.map(({ id }) => id),
        ),
        { ...single(4), title: 'Fridge' },
      ],
      4,
    ),
    [`GET /api/moderation/cases?pile=${PILE}`]: pageOf(inPile),
  }
  for (const number of [1, 2, 3, 4])
    answers[`GET /api/moderation/cases/${cardOf(number).id}`] = caseOf(number)
})

const open = (at = '/moderation') =>
  showPage(ModerationPage, { answers, path: ['/moderation', '/moderation/:view/:id'], at })
const list = async () => within(await screen.findByRole('region', { name: 'Waiting cases' }))
const box = async (name: string | RegExp) => (await list()).getByRole<HTMLInputElement>('checkbox', { name })
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name, hidden: true }))
const decided = (caseId: string) => ({ caseId, decisionId: `d-${caseId}`, undoUntil: '2026-11-28T10:01:00Z' })

describe('a pile in the queue', () => {
  it('is one line with its number, its gravest harm and its accounts, and opens into its cases', async () => {
    open()
    const shown = await list()
    const [first] = shown.getAllByRole('listitem')
    expect(first?.textContent).toMatch(/3 cases of .*Ama Mensah.*2 linked accounts.*Danger to people/)
    expect(
      await screen.findByText(/^This is one of 3 open cases of .*Ama Mensah.* same devices/),
    ).toBeTruthy()
    const [link] = shown.getAllByRole('link')
    expect(link?.getAttribute('href')).toBe(`/moderation?pile=${PILE}`)
    await userEvent.keyboard('o')
    expect(await screen.findByRole('heading', { name: /^Pile of .*Ama Mensah.*: 3 cases$/ })).toBeTruthy()
    expect((await list()).getAllByRole('checkbox')).toHaveLength(3)
    await userEvent.keyboard('o')
    expect(await screen.findByText('4 waiting')).toBeTruthy()
  })

  it('counts with all its cases when it is ticked, and offers what fits every kind', async () => {
    open()
    await userEvent.click(await box(/^Tick 3 cases of/))
    await userEvent.click(await box('Tick Fridge'))
    const bar = within(screen.getByRole('group', { name: 'Decide about the ticked cases' }))
    expect(bar.getByText('4 cases ticked')).toBeTruthy()
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Nothing is wrong',
      'Remove',
      'Warn',
      'Untick',
    ])
    // Accounts that share a device may be different people.
    expect(bar.getByText(/^To limit, suspend or ban somebody, open the pile/)).toBeTruthy()
    await userEvent.click(bar.getByRole('button', { name: 'Untick' }))
    expect(screen.queryByText('4 cases ticked')).toBeNull()
  })

  it('is not ticked because its first case was, within the pile', async () => {
    open(`/moderation?pile=${PILE}`)
    await userEvent.click(await box('Tick Phone 1'))
    expect(screen.getByText('1 case ticked')).toBeTruthy()
    await userEvent.click((await list()).getByRole('link', { name: 'All cases' }))
    await box(/^Tick 3 cases of/)
    expect(screen.queryByText(/ticked$/)).toBeNull()
  })

  it('ticks no more than can be decided at once', async () => {
    const many = Array.from({ length: 100 }, () => crypto.randomUUID())
    answers['GET /api/moderation/cases?by=pile'] = pageOf([pileOf(120, many), single(2)])
    open()
    await userEvent.click(await box(/^Tick 120 cases/))
    await userEvent.click(await box('Tick Phone 2'))
    expect(await screen.findByText('At most 100 cases are decided at once')).toBeTruthy()
    expect(screen.getByText('100 cases ticked')).toBeTruthy()
  })
})

describe('several cases', () => {
  const inPilePage = async () => {
    const shown = open(`/moderation?pile=${PILE}`)
    await screen.findByRole('article', { name: 'Phone 1' })
    return shown
  }

  it('are ticked by key, as a range and all at once', async () => {
    await inPilePage()
    const ticked = async () =>
      (await list()).getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
    await userEvent.keyboard('x')
    expect(await ticked()).toEqual([true, false, false])
    await userEvent.keyboard('jjX')
    expect(await ticked()).toEqual([true, true, true])
    await userEvent.keyboard('x')
    expect(await ticked()).toEqual([true, true, false])
    await userEvent.keyboard('{Escape}')
    expect(await ticked()).toEqual([false, false, false])
    await userEvent.keyboard('A')
    expect(await ticked()).toEqual([true, true, true])
    await userEvent.keyboard('{Escape}')
    const user = userEvent.setup()
    await user.click(await box('Tick Phone 1'))
    await user.keyboard('{Shift>}')
    await user.click(await box('Tick Phone 3'))
    expect(await ticked()).toEqual([true, true, true])
  })

  it('are decided with one rule and words with blanks, and taken back', async () => {
    answers[DECIDE] = { decided: inPile.map(({ id }) => decided(id)), refused: [] }
    answers[UNDO] = { undone: 3, refused: [] }
    const { sent } = await inPilePage()
    await userEvent.keyboard('Ar')
    const dialog = await dialogNamed('Remove: 3 cases')
    await userEvent.selectOptions(dialog.getByLabelText('Rule'), 'respect')
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Message/).value).toMatch(
      /^In \{thing\}, we saw words/,
    )
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Decided 3 cases: Remove')).toBeTruthy()
    expect(sent(DECIDE)[0]?.body).toMatchObject({
      caseIds: inPile.map(({ id }) => id),
      action: 'remove',
      rule: 'respect',
      isUndoable: true,
    })
    expect(await screen.findByText('4 waiting')).toBeTruthy()
    await userEvent.keyboard('z')
    expect(await screen.findByText('Took back the decisions about 3 cases')).toBeTruthy()
    expect(sent(UNDO)[0]?.body).toEqual({ ids: inPile.map(({ id }) => `d-${id}`) })
  })

  it('name those that were refused, and stay in the pile', async () => {
    const refused = { id: cardOf(2).id, message: 'An administrator has to decide about this.' }
    answers[DECIDE] = { decided: [decided(cardOf(1).id)], refused: [refused] }
    await inPilePage()
    await userEvent.keyboard('xjxa')
    await dialogNamed('Nothing is wrong: 2 cases')
    await userEvent.keyboard('{Enter}')
    const said = await screen.findByText('1 case was not decided')
    const alert = within(said.closest<HTMLElement>('[role=alert]') ?? document.body)
    expect(alert.getByRole('listitem').textContent).toBe('0000A2: An administrator has to decide about this.')
    await waitFor(() => expect(screen.queryByText('2 cases ticked')).toBeNull())
    expect(screen.getByRole('heading', { name: /^Pile of/ })).toBeTruthy()
    await userEvent.click(alert.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('1 case was not decided')).toBeNull()
  })
})

describe('what the queue shows', () => {
  it('is chosen by filters, order and words, which the address keeps', async () => {
    const call =
      'GET /api/moderation/cases?kind=product&reason=fake&age=week&language=twi&q=phone&sort=newest&by=pile'
    answers[call] = pageOf([{ ...single(2), title: 'Found phone' }])
    for (const query of ['kind=product', 'kind=product&reason=fake', 'kind=product&reason=fake&age=week'])
      answers[`GET /api/moderation/cases?${query}&by=pile`] = pageOf([single(1)])
    const withLanguage = 'kind=product&reason=fake&age=week&language=twi'
    answers[`GET /api/moderation/cases?${withLanguage}&by=pile`] = pageOf([single(1)])
    answers[`GET /api/moderation/cases?${withLanguage}&sort=newest&by=pile`] = pageOf([single(1)])
    open()
    const choose = async (label: string, text: string) =>
      userEvent.selectOptions((await list()).getByLabelText(label), text)
    await choose('Kind', 'Listing')
    await choose('Reason', 'A fake or a copy')
    await choose('Age', 'More than a week')
    await choose('Language', 'Twi')
    await choose('Order', 'Newest first')
    await userEvent.type((await list()).getByLabelText('Search the queue'), 'phone{Enter}')
    expect(await screen.findByText('Found phone')).toBeTruthy()
    expect(screen.getByText('More filters (4)')).toBeTruthy()
    const [link] = (await list()).getAllByRole('link')
    expect(link?.getAttribute('href')).toBe(
      `/moderation/cases/${cardOf(2).id}?kind=product&reason=fake&age=week&language=twi&q=phone&sort=newest`,
    )
  })

  it('ignores values of the address that do not exist', async () => {
    open('/moderation?kind=ship&harm=&sort=random')
    expect(await screen.findByText('4 waiting')).toBeTruthy()
  })
})
