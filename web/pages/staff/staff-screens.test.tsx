import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { GuardRuleTrial } from '#web/moderation/guard/GuardRuleTrial.tsx'
import { ModerationPage } from './ModerationPage.tsx'

const JOB = {
  id: '01930000-0000-7000-8000-0000000000c1',
  kind: 'send-mail',
  reason: 'ECONNREFUSED mailer.ts:40',
  attempts: 12,
  failedAt: '2026-11-20T12:00:00.000Z',
}
const JOBS = 'GET /api/moderation/failed-jobs'
const RETRY = `POST /api/moderation/failed-jobs/${JOB.id}/retry`
const DROP = `DELETE /api/moderation/failed-jobs/${JOB.id}`
const TRIAL = 'POST /api/moderation/guard-rules/trial'

let answers: Answers
beforeEach(() => {
  stubWideScreen()
  answers = {
    'GET /api/own-role': { role: 'administrator', hasTwoFactor: true },
    [JOBS]: { jobs: [JOB] },
  }
})

const openJobs = () =>
  showPage(ModerationPage, { answers, path: '/moderation/:view', at: '/moderation/jobs' })

it('failed jobs: the list can be reloaded, and says when it is empty', async () => {
  answers[JOBS] = NO_NETWORK
  openJobs()
  expect(await screen.findByText('Failed to load the jobs')).toBeTruthy()
  answers[JOBS] = { jobs: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No failed jobs')).toBeTruthy()
})

it('failed jobs: a refused retry keeps the job, and a successful one removes it', async () => {
  answers[RETRY] = new Refusal('unavailable')
  const { sent } = openJobs()
  const list = await screen.findByRole('list', { name: 'Failed jobs' })
  expect(within(list).getByText('ECONNREFUSED mailer.ts:40')).toBeTruthy()
  expect(within(list).getByText(/after 12 attempts/)).toBeTruthy()
  await userEvent.click(within(list).getByRole('button', { name: 'Run again' }))
  expect(await screen.findByText('Failed to run the job again')).toBeTruthy()
  expect(screen.getByText('send-mail')).toBeTruthy()
  answers[RETRY] = {}
  answers[JOBS] = { jobs: [] }
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Run again' }).hasAttribute('disabled')).toBe(false),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findByText('send-mail runs again')).toBeTruthy()
  expect(await screen.findByText('No failed jobs')).toBeTruthy()
  expect(sent(RETRY)).toHaveLength(2)
})

it('failed jobs: a job is dropped', async () => {
  answers[DROP] = {}
  const { sent } = openJobs()
  const drop = await screen.findByRole('button', { name: 'Delete' })
  answers[JOBS] = { jobs: [] }
  await userEvent.click(drop)
  expect(await screen.findByText('send-mail was deleted')).toBeTruthy()
  expect(await screen.findByText('No failed jobs')).toBeTruthy()
  expect(sent(DROP)).toHaveLength(1)
})

const LISTS = 'GET /api/moderation/guard-lists'
const SAVE_LIST = 'PUT /api/moderation/guard-lists/apps'
const TRY_LIST = 'POST /api/moderation/guard-lists/apps/trial'

const openLists = () =>
  showPage(ModerationPage, { answers, path: '/moderation/:view/:id', at: '/moderation/rules/words' })

it('word lists: they can be reloaded, and a failed save or trial keeps what was typed', async () => {
  answers[LISTS] = NO_NETWORK
  openLists()
  expect(await screen.findByText('Failed to load the word lists')).toBeTruthy()
  answers[LISTS] = { lists: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No word lists')).toBeTruthy()
  cleanup()

  answers[LISTS] = {
    lists: [{ name: 'apps', words: ['telegram', 'imo'], isEdited: false, rules: ['other-app'] }],
  }
  const { sent } = openLists()
  await userEvent.click(await screen.findByText('telegram imo', { selector: 'span' }))
  expect(screen.getByText('Used by the patterns of other-app')).toBeTruthy()
  const words = screen.getByLabelText<HTMLTextAreaElement>('Words of apps')
  await userEvent.type(words, '{enter}zonto, imo')
  expect(screen.getByText(/3 of at most 200 words/)).toBeTruthy()
  for (const [name, call] of [
    ['Save', SAVE_LIST],
    ['Try it first', TRY_LIST],
  ] as const) {
    answers[call] = NO_NETWORK
    await userEvent.click(screen.getByRole('button', { name }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(words.value).toBe('telegram imo\nzonto, imo')
  }

  answers[SAVE_LIST] = {}
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The list apps was saved')).toBeTruthy()
  expect(sent(SAVE_LIST).at(-1)?.body).toEqual({ words: ['telegram', 'imo', 'zonto'] })
})

const openTrial = () =>
  showPage(() => <GuardRuleTrial patterns={['deposit first']} exclusions={[]} />, {
    answers,
    path: '/',
    at: '/',
  })

it('a failed trial shows the reason and keeps the messages, and the next shows the matches', async () => {
  answers[TRIAL] = NO_NETWORK
  const { sent } = openTrial()
  const samples = screen.getByLabelText<HTMLTextAreaElement>('Messages to try, one per line')
  await userEvent.type(samples, 'Pay deposit first{enter}Good morning')
  await userEvent.click(screen.getByRole('button', { name: 'Try the rule' }))
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(samples.value).toBe('Pay deposit first\nGood morning')

  answers[TRIAL] = {
    texts: [
      { text: 'Pay deposit first', saw: 'deposit first' },
      { text: 'Good morning', saw: null },
    ],
    tricks: 300,
    tricksSeen: 12,
    honest: 400,
    falseWarnings: ['Is the deposit first or last?'],
  }
  await userEvent.click(screen.getByRole('button', { name: 'Try the rule' }))
  const seen = within(await screen.findByRole('list', { name: 'Your messages' }))
  expect(seen.getByText('Match: deposit first')).toBeTruthy()
  expect(seen.getByText('No match')).toBeTruthy()
  expect(screen.getByText(/finds 12 of 300 tricks, and warns about 1 of 400 honest ones/)).toBeTruthy()
  expect(screen.getByText('Is the deposit first or last?')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent(TRIAL).at(-1)?.body).toEqual({
    patterns: ['deposit first'],
    exclusions: [],
    texts: ['Pay deposit first', 'Good morning'],
  })
})
