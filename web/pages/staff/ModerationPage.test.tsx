import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { fill } from '#testing/market/fill.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { cardOf, caseOf, day, THING } from '#testing/web/some-case.ts'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { ModerationPage } from './ModerationPage.tsx'

let answers: Answers
beforeEach(() => {
  stubWideScreen()
  answers = {
    'GET /api/own-role': { role: 'moderator', hasTwoFactor: true },
    'GET /api/moderation/cases?by=pile': { items: [cardOf(1), cardOf(2)], nextCursor: null, open: 2 },
    [`GET /api/moderation/cases/${cardOf(1).id}`]: caseOf(1),
    [`GET /api/moderation/cases/${cardOf(2).id}`]: caseOf(2),
  }
})

const open = (at = '/moderation') => {
  const path = ['/moderation', '/moderation/:view', '/moderation/:view/:id'][at.split('/').length - 2] ?? ''
  return showPage(ModerationPage, { answers, path, at })
}

it('shows a copied photo beside the one that another seller had first', async () => {
  const photo = { src: '/photos/copy', width: 640, height: 480, thumbhash: '' }
  const earlier = { ...photo, src: '/photos/first' }
  const seller = { id: 'k', name: 'Kofi Boateng' }
  const known = { photo: earlier, title: 'Nikon D3500', seller, link: '/products/n', createdAt: day }
  const held = { ...known, title: 'Canon 600D', link: '/moderation/listings?q=h' }
  answers[`GET /api/moderation/cases/${cardOf(1).id}`] = {
    ...caseOf(1),
    link: `/moderation/listings?q=${THING}1`,
    copies: [
      { photo, addedAt: day, earlier: known },
      { photo: { ...photo, src: '/photos/other' }, addedAt: day, earlier: held },
    ],
  }
  open()
  const part = within(await screen.findByRole('region', { name: 'Photos that another seller had first' }))
  expect(part.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
    'Earlier photo of another seller',
    'Photo of this listing',
    'Earlier photo of another seller',
    'Photo of this listing',
  ])
  const links = part.getAllByRole('link').map((link) => link.getAttribute('href'))
  const [kofi, ama] = ['/moderation/people/k', '/moderation/people/p1']
  const own = `/moderation/listings?q=${THING}1`
  expect(links).toEqual(['/products/n', kofi, own, ama, '/moderation/listings?q=h', kofi, own, ama])
  expect(screen.getByRole('link', { name: /^Show it under Listings/ }).getAttribute('href')).toBe(own)
  expect(part.getAllByText('First')).toHaveLength(2)
})

it('is not found by a person without a role', async () => {
  answers['GET /api/own-role'] = { role: null, hasTwoFactor: true }
  const { sent } = open()
  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
  expect(sent('GET /api/moderation/cases?by=pile')).toEqual([])
})

it('sends a moderator without two-factor login to its setup', async () => {
  answers['GET /api/own-role'] = { role: 'moderator', hasTwoFactor: false }
  open()
  expect(await screen.findByText('Turn on two-factor login first')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Turn it on in your profile' }).getAttribute('href')).toBe(
    '/profile?section=two-factor',
  )
})

it("hides administrators' views from a moderator", async () => {
  open('/moderation/audit')
  expect(await screen.findByText('Oops! Page not found')).toBeTruthy()
})

it("requests the second factor's code and continues with the typed decision", async () => {
  const wanted = new Refusal('second-step-required')
  answers['POST /api/account/reauthenticate'] = new Refusal('invalid-code')
  const { sent } = open()
  await screen.findByRole('article', { name: 'Phone 1' })
  await userEvent.click(screen.getByRole('button', { name: /^Suspend/ }))
  const decision = within(await screen.findByRole('dialog', { name: 'Suspend: Phone 1', hidden: true }))
  await userEvent.selectOptions(decision.getByLabelText('Rule'), 'no-money-first')
  fill(decision.getByLabelText(/^Message to the person/), 'You asked for money first.')
  fill(decision.getByLabelText('Days'), '7')
  answers['POST /api/moderation/decisions'] = wanted
  await userEvent.click(decision.getByRole('button', { name: 'Suspend' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Enter your code', hidden: true }))
  fill(proof.getByLabelText('Verification code'), '000000')
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }))
  expect(await proof.findByText('Invalid verification code')).toBeTruthy()

  await userEvent.click(proof.getByRole('button', { name: 'Cancel' }))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Enter your code', hidden: true })).toBeNull(),
  )
  expect(decision.getByLabelText(/^Message to the person/)).toHaveProperty(
    'value',
    'You asked for money first.',
  )

  answers['POST /api/account/reauthenticate'] = () => {
    answers['POST /api/moderation/decisions'] = { id: 'd1' }
    return { done: true }
  }
  await userEvent.click(decision.getByRole('button', { name: 'Suspend' }))
  const again = within(await screen.findByRole('dialog', { name: 'Enter your code', hidden: true }))
  fill(again.getByLabelText('Verification code'), '123456')
  await userEvent.click(again.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The account of Ama Mensah was suspended')).toBeTruthy()
  const bodies = sent('POST /api/moderation/decisions').map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toMatchObject({ action: 'suspend', words: 'You asked for money first.', days: 7 })
})

it('reloads refused data once the code is entered', async () => {
  for (const call of ['waiting', 'cases?by=pile'])
    answers[`GET /api/moderation/${call}`] = new Refusal('second-step-required')
  answers['POST /api/account/reauthenticate'] = () => {
    answers['GET /api/moderation/waiting'] = { cases: 2, appeals: 0, links: 0 }
    answers['GET /api/moderation/cases?by=pile'] = { items: [], nextCursor: null, open: 0 }
    return { done: true }
  }
  open()
  const proof = within(await screen.findByRole('dialog', { name: 'Enter your code', hidden: true }))
  fill(proof.getByLabelText('Verification code'), '123456')
  await userEvent.click(proof.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('No open cases')).toBeTruthy()
  expect(await screen.findByText('waiting')).toBeTruthy()
})

it('says that no case is open or that loading failed', async () => {
  answers['GET /api/moderation/cases?by=pile'] = NO_NETWORK
  open()
  expect(await screen.findByText('Failed to load the queue')).toBeTruthy()
  answers['GET /api/moderation/cases?by=pile'] = { items: [], nextCursor: null, open: 0 }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No open cases')).toBeTruthy()
})

it('shows the first case beside the list with all details', async () => {
  open()
  const found = await screen.findByRole('article', { name: 'Phone 1' })
  for (const text of ['Send the deposit first.', 'She wanted 200 first', 'Far below the usual price'])
    expect(within(found).getByText(text)).toBeTruthy()
  expect(within(found).getByText('Usual').parentElement?.textContent).toBe('UsualGH₵1,800.00')
})

it('shows the class of harm, and cases of one class if asked', async () => {
  const danger = { ...cardOf(2), harm: 'danger' as const }
  answers['GET /api/moderation/cases?harm=danger&by=pile'] = { items: [danger], nextCursor: null, open: 1 }
  answers['GET /api/moderation/cases?harm=nuisance&by=pile'] = { items: [], nextCursor: null, open: 0 }
  open()
  const found = await screen.findByRole('article', { name: 'Phone 1' })
  expect(within(found).getByText('Loss of money')).toBeTruthy()
  const list = () => within(screen.getByRole('region', { name: 'Waiting cases' }))
  expect(list().getAllByText('Loss of money', { selector: 'span' })).toHaveLength(2)
  await userEvent.selectOptions(list().getByLabelText('Harm'), 'Danger to people')
  expect(await screen.findByText('1 waiting')).toBeTruthy()
  const [link] = list().getAllByRole('link')
  expect(link?.getAttribute('href')).toBe(`/moderation/cases/${danger.id}?harm=danger`)
  await userEvent.selectOptions(list().getByLabelText('Harm'), 'Nuisance')
  expect(await screen.findByText('No such open cases')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Show all cases' }))
  expect(await screen.findByText('2 waiting')).toBeTruthy()
})

it('opens no case and obeys no keys while another class loads', async () => {
  const danger = { ...cardOf(2), harm: 'danger' as const }
  let answer: (value: Record<string, unknown>) => void = () => undefined
  answers['GET /api/moderation/cases?harm=danger&by=pile'] = new Promise((resolve) => (answer = resolve))
  open()
  await screen.findByRole('article', { name: 'Phone 1' })
  await userEvent.selectOptions(screen.getByLabelText('Harm'), 'Danger to people')
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  act(() => screen.getByLabelText('Harm').blur())
  await userEvent.keyboard('rj')
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/moderation')
  answer({ items: [danger], nextCursor: null, open: 1 })
  expect(await screen.findByRole('article', { name: 'Phone 2' })).toBeTruthy()
  await userEvent.keyboard('r')
  expect(await screen.findByRole('dialog', { name: 'Remove: Phone 2', hidden: true })).toBeTruthy()
})

it('says that nobody knows what was changed in an older case', async () => {
  answers[`GET /api/moderation/cases/${cardOf(1).id}`] = { ...caseOf(1), isOpeningMissing: true }
  open()
  expect(await screen.findByText(/so we do not know what was changed since\.$/)).toBeTruthy()
})

it('shows a case that a server before its update sends', async () => {
  const { changes: _, proposal: __, signals, ...found } = caseOf(1)
  const old = signals.map(({ note: ___, ...signal }) => ({ ...signal, detail: 'usual 1800' }))
  answers[`GET /api/moderation/cases/${cardOf(1).id}`] = { ...found, signals: old }
  open()
  expect(await screen.findByText('Far below the usual price')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Changed since the case was opened' })).toBeNull()
})

it('names the senders of pictures, also without an account', async () => {
  const [line] = caseOf(1).reportLines
  const photo = { src: '/photos/proof', width: 640, height: 480, thumbhash: '' }
  const outside = { role: 'Rights holder', name: 'Efua', email: 'efua@example.com' }
  answers[`GET /api/moderation/cases/${cardOf(1).id}`] = {
    ...caseOf(1),
    reportLines: [
      { ...line, id: 'r1', pictures: [photo], reporter: { id: 'a', name: 'أمل' } },
      { ...line, id: 'r2', pictures: [photo], reporter: null, outside },
      { ...line, id: 'r3', pictures: [photo], reporter: null },
    ],
  }
  open()
  const part = within(await screen.findByRole('region', { name: 'Reports' }))
  const names = part.getAllByRole('list').map((list) => list.getAttribute('aria-label'))
  expect(names.filter(Boolean)).toEqual([
    'Pictures from \u2068أمل\u2069',
    'Pictures from somebody without an account',
    'Pictures from a deleted account',
  ])
})

it('opens the class that the address names', async () => {
  const danger = { ...cardOf(2), harm: 'danger' as const }
  answers['GET /api/moderation/cases?harm=danger&by=pile'] = { items: [danger], nextCursor: null, open: 1 }
  open('/moderation?harm=danger')
  expect(await screen.findByRole('article', { name: 'Phone 2' })).toBeTruthy()
  expect(screen.getByLabelText('Harm')).toHaveProperty('value', 'danger')
})

it("shows a deleted account's case as it was, and the person's present account", async () => {
  const found = caseOf(1)
  const person = {
    ...found.person,
    name: 'Deleted account',
    memberSince: null,
    leftAt: day,
    sameAs: [{ id: 'p2', name: 'Ama Again', leftAt: null }],
  }
  const reportLines = found.reportLines.map((line) => ({ ...line, reporter: null }))
  answers[`GET /api/moderation/cases/${found.id}`] = {
    ...found,
    isDeleted: true,
    link: null,
    person,
    reportLines,
  }
  open()
  const shown = within(await screen.findByRole('article', { name: 'Phone 1' }))
  expect(shown.getByText(/This is how it was/)).toBeTruthy()
  expect(shown.getByText(/^Account deleted on .* same mailbox or phone number\.$/)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Ama Again' }).getAttribute('href')).toBe('/moderation/people/p2')
  expect(shown.queryByText('Member since')).toBeNull()
  expect(shown.queryByRole('link', { name: 'Open the page' })).toBeNull()
})

it('decides by keyboard, shows errors at their fields and confirms by a toast', async () => {
  answers['POST /api/moderation/decisions'] = new Refusal('staff-case')
  const { sent } = showPage(ModerationPage, { answers, path: '/moderation', at: '/moderation' })
  await screen.findByRole('article', { name: 'Phone 1' })
  await userEvent.keyboard('r')
  const dialog = await screen.findByRole('dialog', { name: 'Remove: Phone 1', hidden: true })
  const inDialog = within(dialog)
  const send = () => userEvent.click(inDialog.getByRole('button', { name: 'Remove', hidden: true }))
  await send()
  expect(await inDialog.findByText('Please choose the rule')).toBeTruthy()
  expect(inDialog.getByText('Please tell the person why')).toBeTruthy()
  await userEvent.selectOptions(inDialog.getByLabelText('Rule'), 'no-money-first')
  const words = inDialog.getByLabelText<HTMLTextAreaElement>('Message to the person')
  fill(words, 'Wait with money')
  await send()
  await waitFor(() => expect(sent('POST /api/moderation/decisions')).toHaveLength(1))
  expect(words.value).toBe('Wait with money')
  answers['POST /api/moderation/decisions'] = { id: 'd1' }
  await send()
  expect(await screen.findByText('‘Phone 1’ was removed')).toBeTruthy()
  expect(sent('POST /api/moderation/decisions').at(-1)?.body).toEqual({
    target: { kind: 'product', id: `${THING}1` },
    caseId: cardOf(1).id,
    action: 'remove',
    rule: 'no-money-first',
    words: 'Wait with money',
    days: null,
    isUndoable: true,
  })
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
    `/moderation/cases/${cardOf(2).id}`,
  )
})

it.each([
  ['a', 'Nothing is wrong', 'approve', '‘Phone 1’ was checked, and nothing is wrong'],
  ['r', 'Remove', 'remove', '‘Phone 1’ was removed'],
  ['h', 'Hold', 'hold', '‘Phone 1’ is not shown while we look at it'],
  ['w', 'Warn', 'warn', '‘Phone 1’ led to a warning'],
  ['l', 'Limit', 'limit', 'The account of Ama Mensah was limited'],
  ['s', 'Suspend', 'suspend', 'The account of Ama Mensah was suspended'],
  ['b', 'Ban', 'ban', 'The account of Ama Mensah was closed for good'],
])(
  'key %s opens a decision sent as %s and keeps its text without a network',
  async (key, text, action, done) => {
    answers['POST /api/moderation/decisions'] = NO_NETWORK
    const { sent } = open()
    await screen.findByRole('article', { name: 'Phone 1' })
    await userEvent.keyboard(key)
    const dialog = within(await screen.findByRole('dialog', { name: `${text}: Phone 1`, hidden: true }))
    const rule = dialog.queryByLabelText<HTMLSelectElement>(/^Rule/)
    if (rule) await userEvent.selectOptions(rule, 'respect')
    if (action === 'limit' || action === 'suspend')
      await userEvent.click(dialog.getByRole('button', { name: '3 days', hidden: true }))
    const words = dialog.getByLabelText<HTMLTextAreaElement>(/^Message to the person/)
    fill(words, 'Please')
    const send = () => userEvent.click(dialog.getByRole('button', { name: text, hidden: true }))
    await send()
    await waitFor(() => expect(sent('POST /api/moderation/decisions')).toHaveLength(1))
    await dialog.findByRole('button', { name: text, hidden: true })
    expect(words.value).toBe('Please')
    answers['POST /api/moderation/decisions'] = { id: 'd1' }
    await send()
    expect(await screen.findByText(done)).toBeTruthy()
    expect(sent('POST /api/moderation/decisions').at(-1)?.body).toMatchObject({ action, words: 'Please' })
  },
)

it('accepts a preset number of days for a suspension', async () => {
  answers['POST /api/moderation/decisions'] = { id: 'd1' }
  const { sent } = open()
  await screen.findByRole('article', { name: 'Phone 1' })
  await userEvent.click(screen.getByRole('button', { name: /^Suspend/ }))
  const inDialog = within(await screen.findByRole('dialog', { name: 'Suspend: Phone 1', hidden: true }))
  await userEvent.click(inDialog.getByRole('button', { name: '7 days', hidden: true }))
  await userEvent.selectOptions(inDialog.getByLabelText('Rule'), 'respect')
  fill(inDialog.getByLabelText('Message to the person'), 'Please be polite')
  await userEvent.click(inDialog.getByRole('button', { name: 'Suspend', hidden: true }))
  await waitFor(() => expect(sent('POST /api/moderation/decisions')).toHaveLength(1))
  expect(sent('POST /api/moderation/decisions')[0]?.body).toMatchObject({ action: 'suspend', days: 7 })
})

it('loads messages only on request, with what the guard sees in them', async () => {
  const { id } = cardOf(1)
  const message = { writer: 'Ama', hasPhoto: false, createdAt: day }
  const guard = [
    { rule: 'prepayment', words: 'pay now' },
    { rule: 'wallet', words: 'momo' },
  ]
  answers[`GET /api/moderation/cases/${id}`] = { ...caseOf(1), target: { kind: 'message', id: `${THING}1` } }
  answers[`POST /api/moderation/cases/${id}/messages`] = {
    messages: [
      { ...message, id: 'm', text: 'Pay now', isReported: true, guard },
      { ...message, id: 'n', text: 'Good morning', isReported: false, guard: [] },
    ],
  }
  const { sent } = open()
  const look = await screen.findByRole('button', { name: 'Show messages (we record this)' })
  expect(sent(`POST /api/moderation/cases/${id}/messages`)).toEqual([])
  await userEvent.click(look)
  const [reported, other] = within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole(
    'listitem',
  )
  expect(reported?.textContent).toMatch(
    /Pay now.*The guard: prepayment – ‘.?pay now.?’, wallet – ‘.?momo.?’$/,
  )
  expect(other?.textContent).not.toContain('The guard')
})

it('explains why a moderator involved with a person cannot decide about them', async () => {
  const found = caseOf(1)
  answers[`GET /api/moderation/cases/${found.id}`] = {
    ...found,
    person: { ...found.person, bar: 'reported' },
  }
  open()
  const shown = within(await screen.findByRole('article', { name: 'Phone 1' }))
  expect(shown.getByText(/^You reported this person or their content/)).toBeTruthy()
  expect(shown.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

it('lets nobody decide an appeal against their own decision', async () => {
  const decision = {
    id: 'd',
    target: { kind: 'product', id: `${THING}1` },
    title: 'Phone 1',
    subject: { id: 'p1', name: 'Ama Mensah' },
    moderator: { id: 'm', name: 'Yaw' },
    action: 'remove',
    rule: 'respect',
    words: 'No',
    until: null,
    createdAt: day,
  }
  const appeal = { id: 'a', words: 'It was fine', createdAt: day, decision }
  answers['GET /api/moderation/appeals'] = {
    appeals: [
      { ...appeal, bar: 'own-decision' },
      { ...appeal, id: 'b', bar: null },
    ],
  }
  answers['POST /api/moderation/appeals/b'] = {}
  const { sent } = open('/moderation/appeals')
  expect(await screen.findByText(/You decided this yourself/)).toBeTruthy()
  fill(screen.getByLabelText('Message to the person'), 'You are right')
  await userEvent.click(screen.getByRole('button', { name: 'Take the decision back' }))
  await waitFor(() => expect(sent('POST /api/moderation/appeals/b')).toHaveLength(1))
  expect(sent('POST /api/moderation/appeals/b')[0]?.body).toEqual({
    outcome: 'upheld',
    words: 'You are right',
  })
})
