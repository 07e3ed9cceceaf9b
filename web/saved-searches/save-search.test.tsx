import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { SavedSearch } from '#contract/search/saved-searches.ts'
import { type Answers, NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { SavedSearchList } from './SavedSearchList.tsx'
import { SaveSearch } from './SaveSearch.tsx'

const LIST = 'GET /api/saved-searches'
const SAVE = 'POST /api/saved-searches'
const ONE = '/api/saved-searches/s1'
const search: SavedSearch = {
  id: 's1',
  query: '?search=drum&category=music&max=200',
  alert: 'instant',
  createdAt: '2026-10-01T12:00:00.000Z',
}

const showButton = (answers: Answers, isAnonymous = false) =>
  showPage(() => <SaveSearch filters={{ search: 'drum', category: 'music', max: '200', sort: 'oldest' }} />, {
    answers,
    path: '/products',
    at: '/products',
    ...(isAnonymous && { session: null }),
  })

const showList = (answers: Answers) =>
  showPage(() => <SavedSearchList personId="kofi" nameOf={() => 'Music'} />, {
    answers,
    path: '/saved-searches',
    at: '/saved-searches',
  })

it('sends an anonymous person to log in', async () => {
  showButton({}, true)
  await userEvent.click(screen.getByRole('button', { name: 'Save search' }))
  expect(screen.getByText('Login required')).toBeDefined()
  expect(screen.getByLabelText('Address').textContent).toBe('/auth/login')
})

it('saves the search and links to the list', async () => {
  const answers: Answers = { [LIST]: { searches: [] } }
  answers[SAVE] = () => {
    answers[LIST] = { searches: [search] }
    return { ...search }
  }
  const { sent } = showButton(answers)
  await waitFor(() => expect(sent(LIST)).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }))
  const link = await screen.findByRole('link', { name: /^Saved/ })
  expect(link.getAttribute('href')).toBe('/saved-searches')
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(screen.getByText('You get a notification as soon as something new matches.')).toBeDefined()
  expect(sent(SAVE)).toMatchObject([{ body: { query: search.query, alert: 'instant' } }])
})

it.each([
  [new Refusal('too-many-saved-searches'), 'You have 50 saved searches. Remove some first.'],
  [NO_NETWORK, 'You seem to be offline.'],
])('shows why it was not saved: %#', async (answer, text) => {
  const { sent } = showButton({ [LIST]: { searches: [] }, [SAVE]: answer })
  await waitFor(() => expect(sent(LIST)).toHaveLength(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Save search' }))
  await screen.findByText(text)
  expect(screen.getByRole('button', { name: 'Save search' })).toBeDefined()
})

it('lists a search in words with a link to its results', async () => {
  showList({ [LIST]: { searches: [search] } })
  const link = await screen.findByRole('link', { name: '“drum” in Music' })
  expect(link.getAttribute('href')).toBe(`/products${search.query}`)
  expect(screen.getByText('up to GH₵200')).toBeDefined()
})

it('changes the alert, and restores it after a failure', async () => {
  const answers: Answers = { [LIST]: { searches: [search] }, [`PUT ${ONE}`]: { ...search, alert: 'daily' } }
  const { sent } = showList(answers)
  const alert = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Tell me' })
  await userEvent.selectOptions(alert, 'Once a day')
  await screen.findByText('Each morning you get one notification, if something new matches.')
  expect(sent(`PUT ${ONE}`)).toMatchObject([{ body: { alert: 'daily' } }])
  answers[`PUT ${ONE}`] = new Refusal('saved-search-not-found')
  await userEvent.selectOptions(alert, 'Never')
  await screen.findByText('We cannot find this saved search.')
  expect(alert.value).toBe('daily')
})

it('deletes a search after a confirmation', async () => {
  const { sent } = showList({ [LIST]: { searches: [search] }, [`DELETE ${ONE}`]: {} })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })))
  expect(sent(`DELETE ${ONE}`)).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete it' }))
  await screen.findByRole('heading', { name: 'No saved searches yet' })
})

it('shows an error if the list cannot be loaded', async () => {
  showList({ [LIST]: NO_NETWORK })
  expect(await screen.findByText('Failed to load your saved searches')).toBeDefined()
})
