import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NO_NETWORK, Refusal, showPage } from '#testing/web/signed-in-page.tsx'
import { DashboardPage } from './DashboardPage.tsx'

const EMPTY = { items: [], nextCursor: null }

it.each([
  ['no network', NO_NETWORK],
  ['a refusal', new Refusal('fault')],
])('shows the listings in spite of %s when the deals are read', async (_, answer) => {
  showPage(DashboardPage, {
    answers: {
      'GET /api/agreements/waiting': answer,
      'GET /api/selling/products?drafts=yes': EMPTY,
      'GET /api/selling/products': EMPTY,
    },
    path: '/dashboard',
    at: '/dashboard',
  })
  expect(await screen.findByText('No listings yet')).toBeDefined()
})
