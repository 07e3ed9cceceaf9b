import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseNote } from '#contract/moderation/cases/colleagues.ts'
import { isolated } from '#contract/isolated.ts'
import { live } from '#web/platform/live/live.ts'
import { fill } from '#testing/market/fill.ts'
import { type Answers, NO_NETWORK, showPage } from '#testing/web/signed-in-page.tsx'
import { cardOf, caseOf, day } from '#testing/web/some-case.ts'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { ModerationPage } from './ModerationPage.tsx'

const single = (number: number) => ({ ...cardOf(number), pile: null })
const [one, two, three] = [single(1), single(2), single(3)]
const nana = { id: 'nana', name: 'Nana Owusu' }
const kofi = { id: sessionOf('kofi').user.id, name: 'Kofi Boateng' }
const NANA = isolated('Nana Owusu')
const CASES = 'GET /api/moderation/cases?by=pile'
const CASE = 'GET /api/moderation/cases'
const ACTIVITY = 'GET /api/moderation/activity'
const NOTES = `${CASE}/${one.id}/notes`

let answers: Answers
beforeEach(() => {
  stubWideScreen()
  sessionStorage.clear()
  answers = {
    'GET /api/own-role': { role: 'moderator', hasTwoFactor: true },
    [CASES]: { items: [one, two], nextCursor: null, open: 2 },
    [ACTIVITY]: { looking: [], decided: [] },
    [`${CASE}/${one.id}`]: caseOf(1),
    [`${CASE}/${two.id}`]: caseOf(2),
    [`${CASE}/${three.id}`]: caseOf(3),
    [NOTES]: { notes: [], state: 'open' },
    [`PUT /api/moderation/cases/${one.id}/claim`]: {},
    [`DELETE /api/moderation/cases/${one.id}/claim`]: {},
  }
})

const open = (at = '/moderation') => {
  const path = ['/moderation', '/moderation/:view', '/moderation/:view/:id'][at.split('/').length - 2] ?? ''
  return showPage(ModerationPage, { answers, path, at })
}
const emit = () => act(async () => live.deliver('desk.changed', {}))
const titles = () =>
  within(screen.getByRole('region', { name: 'Waiting cases' }))
    .getAllByRole('link')
    .map((link) => /Phone \d/.exec(link.textContent)?.[0])

describe('the queue', () => {
  it('offers new cases, and moves nothing until they are asked for', async () => {
    open(`/moderation/cases/${one.id}`)
    await screen.findByRole('article', { name: 'Phone 1' })
    expect(screen.getByText('2 waiting')).toBeTruthy()
    answers[CASES] = { items: [three, one, two], nextCursor: null, open: 3 }
    await emit()
    const button = await screen.findByRole('button', { name: 'Show 1 new case' })
    expect(button.closest('[role=status]')).toBeTruthy()
    expect(titles()).toEqual(['Phone 1', 'Phone 2'])
    expect(screen.getByText('3 waiting')).toBeTruthy()
    await userEvent.click(button)
    expect(titles()).toEqual(['Phone 3', 'Phone 1', 'Phone 2'])
    expect(screen.getByRole('article', { name: 'Phone 1' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Show 1/ })).toBeNull()
    expect(document.activeElement?.textContent).toBe('3 waiting')
  })

  it('offers the first case of an empty list', async () => {
    answers[CASES] = { items: [], nextCursor: null, open: 0 }
    open()
    await screen.findByText('No open cases')
    answers[CASES] = { items: [three], nextCursor: null, open: 1 }
    await emit()
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 new case' }))
    expect(await screen.findByRole('article', { name: 'Phone 3' })).toBeTruthy()
  })

  it('says in its place who looks at a case and who decided it, and steps over it', async () => {
    open(`/moderation/cases/${one.id}`)
    await screen.findByRole('article', { name: 'Phone 1' })
    answers[ACTIVITY] = { looking: [{ caseId: two.id, moderator: nana }], decided: [] }
    await emit()
    const row = screen.getByRole('link', { name: /Phone 2/ })
    await within(row).findByText('is looking at this')
    expect(row.textContent).toContain(`${NANA} is looking at this`)
    answers[CASES] = { items: [one, three], nextCursor: null, open: 2 }
    answers[ACTIVITY] = { looking: [], decided: [{ caseId: two.id, moderator: nana, action: 'approve' }] }
    await emit()
    await within(row).findByText('decided: Nothing is wrong', {}, { timeout: 4000 })
    expect(titles()).toEqual(['Phone 1', 'Phone 2'])
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 new case' }))
    expect(titles()).toEqual(['Phone 1', 'Phone 3'])
  })

  it('offers to hide decided cases', async () => {
    open(`/moderation/cases/${one.id}`)
    await screen.findByRole('article', { name: 'Phone 1' })
    answers[CASES] = { items: [one], nextCursor: null, open: 1 }
    await emit()
    await userEvent.keyboard('j')
    expect(screen.getByRole('article', { name: 'Phone 1' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Hide 1 decided case' }))
    expect(titles()).toEqual(['Phone 1'])
  })

  it('looks again after an interruption', async () => {
    open()
    await screen.findByRole('article', { name: 'Phone 1' })
    answers[CASES] = { items: [three, one, two], nextCursor: null, open: 3 }
    await act(async () => {
      live.setState('connecting')
      live.setState('connected')
    })
    expect(await screen.findByRole('button', { name: 'Show 1 new case' })).toBeTruthy()
    live.setState('off')
  })
})

describe('a case', () => {
  it('is claimed while it is open, and left for the next one', async () => {
    const { sent } = open(`/moderation/cases/${one.id}`)
    await screen.findByRole('article', { name: 'Phone 1' })
    const claims = () => sent(`PUT /api/moderation/cases/${one.id}/claim`).length
    const ends = () => sent(`DELETE /api/moderation/cases/${one.id}/claim`).length
    await waitFor(() => expect(claims()).toBe(1))
    await userEvent.keyboard('x')
    expect([claims(), ends()]).toEqual([1, 0])
    await userEvent.keyboard('j')
    await screen.findByRole('article', { name: 'Phone 2' })
    await waitFor(() => expect(ends()).toBe(1))
    expect(sent(`PUT /api/moderation/cases/${two.id}/claim`)).toHaveLength(1)
  })

  it('is not claimed by moderators who may not decide', async () => {
    answers[`${CASE}/${one.id}`] = { ...caseOf(1), person: { ...caseOf(1).person, bar: 'block' } }
    const { sent } = open()
    await screen.findByText(/A colleague has to decide/)
    expect(sent(`PUT /api/moderation/cases/${one.id}/claim`)).toEqual([])
    expect(screen.queryByLabelText('Note for colleagues')).toBeNull()
  })

  it('says who looks at it or decided it, without changing anything else', async () => {
    const { sent } = open()
    const shown = within(await screen.findByRole('article', { name: 'Phone 1' }))
    answers[ACTIVITY] = { looking: [{ caseId: one.id, moderator: nana }], decided: [] }
    await emit()
    expect((await shown.findByText(`${NANA} is looking at this`)).role).toBe('status')
    answers[ACTIVITY] = { looking: [], decided: [{ caseId: one.id, moderator: nana, action: 'remove' }] }
    answers[NOTES] = { notes: [], state: 'decided' }
    await emit()
    await shown.findByText(`${NANA} decided: Remove`, {}, { timeout: 4000 })
    expect(shown.getByRole('button', { name: /^Remove/ })).toBeTruthy()
    expect(sent(`${CASE}/${one.id}`)).toHaveLength(1)
  })
})

describe('a note', () => {
  const note = (id: string, author: CaseNote['author'], text: string): CaseNote => ({
    id,
    author,
    text,
    createdAt: day,
  })
  const part = async () => within(await screen.findByRole('region', { name: 'Notes between moderators' }))

  it('appears when a colleague writes it, as plain text', async () => {
    open()
    const notes = await part()
    expect(await notes.findByText('None yet. Only moderators read them.')).toBeTruthy()
    const text = '<b>Careful</b> & <img src=x onerror=alert(1)>'
    answers[NOTES] = { notes: [note('a', nana, text), note('b', null, 'Old')], state: 'open' }
    await emit()
    expect(await notes.findByText(text)).toBeTruthy()
    expect(notes.getByText(/A former colleague/)).toBeTruthy()
    expect(notes.queryByRole('button', { name: /^Delete/ })).toBeNull()
    expect(screen.getByText('2 notes')).toBeTruthy()
  })

  it('stays typed without a network and after a reload, and is stored once', async () => {
    answers[`POST /api/moderation/cases/${one.id}/notes`] = NO_NETWORK
    const { sent } = open()
    const notes = await part()
    fill(notes.getByLabelText('Note for colleagues'), 'Her cousin answered')
    await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
    expect(await notes.findByText('You seem to be offline.')).toBeTruthy()
    expect(notes.getByLabelText('Note for colleagues')).toHaveProperty('value', 'Her cousin answered')
    expect(JSON.stringify({ ...sessionStorage })).toContain('Her cousin answered')
    answers[`POST /api/moderation/cases/${one.id}/notes`] = () => {
      answers[NOTES] = { notes: [note('a', kofi, 'Her cousin answered')], state: 'open' }
      return note('a', kofi, 'Her cousin answered')
    }
    await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
    expect(await notes.findByText('Her cousin answered')).toBeTruthy()
    expect(notes.getByLabelText('Note for colleagues')).toHaveProperty('value', '')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Her cousin answered')
    const ids = sent(`POST /api/moderation/cases/${one.id}/notes`).map(({ body }) => (body as CaseNote).id)
    expect(new Set(ids).size).toBe(1)
  })

  it('is deleted by its author', async () => {
    answers[NOTES] = { notes: [note('a', kofi, 'Mine'), note('b', nana, 'Hers')], state: 'open' }
    answers[`DELETE /api/moderation/cases/${one.id}/notes/a`] = () => {
      answers[NOTES] = { notes: [note('b', nana, 'Hers')], state: 'open' }
      return {}
    }
    open()
    const notes = await part()
    await userEvent.click(await notes.findByRole('button', { name: 'Delete note' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your note?', hidden: true }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(notes.queryByText('Mine')).toBeNull())
    expect(notes.getByText('Hers')).toBeTruthy()
  })
})

describe('the figures', () => {
  const empty = {
    waiting: 0,
    decided: 0,
    upheld: 0,
    medianHours: null,
    p90Hours: null,
    appeals: 0,
    overturned: 0,
  }
  const harms = ['danger', 'money', 'goods', 'deceit', 'nuisance']

  it('show each class, also after an empty week', async () => {
    const money = {
      waiting: 1000,
      decided: 11,
      upheld: 10,
      medianHours: 1.5,
      p90Hours: 60,
      appeals: 3,
      overturned: 1,
    }
    answers['GET /api/moderation/figures'] = {
      figures: harms.map((harm) => ({ harm, ...(harm === 'money' ? money : empty) })),
      withoutCase: { appeals: 2, overturned: 0 },
    }
    open('/moderation/figures')
    const part = within(await screen.findByRole('region', { name: 'Loss of money' }))
    const texts = part.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(texts).toEqual(['1,000 or more', '11', '1.5 h', '2.5 days', '10 of 11 cases', '1 of 3 appeals'])
    const none = within(screen.getByRole('region', { name: 'Nuisance' }))
    expect(none.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '0',
      '0',
      ...Array.from({ length: 4 }, () => 'None'),
    ])
    expect(screen.getByText('0 of 2 appeals')).toBeTruthy()
  })
})
