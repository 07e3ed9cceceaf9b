import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { NotificationType } from '#contract/notifications/notification-types.ts'
import { showPage } from '#testing/web/signed-in-page.tsx'
import { NotificationHead } from './NotificationHead.tsx'

it('shows a type of a newer server like other news', () => {
  const notification = {
    id: 'n1',
    type: 'auction' as NotificationType,
    content: 'Somebody bids more.',
    actionUrl: null,
    read: false,
    createdAt: '2026-11-28T09:00:00.000Z',
  }
  showPage(() => <NotificationHead notification={notification} isNew isToday={false} />, {
    answers: {},
    path: '/',
    at: '/',
  })
  expect(screen.getByRole('heading').textContent).not.toBe('')
  expect(screen.getByText('New')).toBeDefined()
})
