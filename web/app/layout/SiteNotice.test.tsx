import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SiteNotice as Notice } from '#contract/moderation/administration/site-notice.ts'
import { type Answers, showPage } from '#testing/web/signed-in-page.tsx'
import { Site } from '#testing/web/site.tsx'
import { stubWideScreen } from '#testing/web/wide-screen.ts'
import { ModerationPage } from '#web/pages/staff/ModerationPage.tsx'
import { createApiClient } from '#web/platform/api/client.ts'
import { SiteNoticeProvider } from './site-notice.ts'
import { SiteNotice } from './SiteNotice.tsx'

const HOUR_MS = 3_600_000
const NOTICE: Notice = {
  id: '01930000-0000-7000-8000-0000000000d1',
  kind: 'warning',
  text: 'The site rests tonight',
  endsAt: new Date(Date.now() + HOUR_MS).toISOString(),
}
const CALL = 'GET /api/moderation/notice'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Opens a page while the site shows this notice. */
const visit = (notice: Notice) =>
  render(
    <Site api={createApiClient({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })}>
      <SiteNoticeProvider value={notice}>
        <SiteNotice />
      </SiteNoticeProvider>
    </Site>,
  )

it('stays dismissed on this device by its id', () => {
  visit(NOTICE)
  const shown = screen.getByRole('complementary', { name: 'Notice' })
  fireEvent.click(within(shown).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(NOTICE.text)).toBeNull()
  expect(localStorage.getItem('sankofa.notice')).toBe(NOTICE.id)
})

it('disappears after its end', () => {
  visit({ ...NOTICE, endsAt: new Date(Date.now() - 1).toISOString() })
  expect(screen.queryByText(NOTICE.text)).toBeNull()
})

it('is written and removed by an administrator', async () => {
  stubWideScreen()
  const answers: Answers = {
    'GET /api/own-role': { role: 'administrator', hasTwoFactor: true },
    [CALL]: { notice: null },
    'PUT /api/moderation/notice': () => {
      answers[CALL] = { notice: { ...NOTICE } }
      return {}
    },
    'DELETE /api/moderation/notice': () => {
      answers[CALL] = { notice: null }
      return {}
    },
  }
  const { sent } = showPage(ModerationPage, {
    answers,
    path: '/moderation/:view',
    at: '/moderation/notice',
  })
  const show = await screen.findByRole('button', { name: 'Show on every page' })
  fireEvent.click(show)
  expect(await screen.findByText('Please write the notice')).toBeTruthy()
  expect(sent('PUT /api/moderation/notice')).toEqual([])

  fireEvent.change(screen.getByLabelText('Text'), { target: { value: NOTICE.text } })
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'warning' } })
  fireEvent.change(screen.getByLabelText('Ends after'), { target: { value: '1' } })
  fireEvent.click(show)
  const present = await screen.findByRole('region', { name: 'Current notice' })
  expect(within(present).getByText(NOTICE.text)).toBeTruthy()
  expect(sent('PUT /api/moderation/notice')[0]?.body).toMatchObject({ text: NOTICE.text, kind: 'warning' })

  fireEvent.click(within(present).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('The notice was removed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Current notice' })).toBeNull())
})
