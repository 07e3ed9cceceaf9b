import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '#testing/refusal.ts'
import { Site } from '#testing/web/site.tsx'
import type { Notification } from '#contract/notifications/notifications.ts'
import { signInAs, TEST_CONFIG } from '#testing/accounts/signed-in.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { LatestNotifications } from '#web/notifications/LatestNotifications.tsx'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { NotificationsPage } from './NotificationsPage.tsx'

const AMA = '01930000-0000-7000-8000-00000000a3a0'
/** Days before now, on any date. */
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()

const notification = (id: string, overrides: Partial<Notification> = {}): Notification => ({
  id,
  type: 'message',
  content: `News ${id}`,
  read: false,
  actionUrl: `/conversation/${id}`,
  createdAt: daysAgo(0),
  ...overrides,
})

let known: Notification[]
let deleted: Notification[]
let isBroken: boolean
let requests: string[]
const PAGE = 3

function listed(query: URLSearchParams) {
  const from = Number(query.get('cursor') ?? 0)
  const size = Number(query.get('limit') ?? PAGE)
  const nextCursor = known.length > from + size ? String(from + size) : null
  return { items: known.slice(from, from + size), nextCursor }
}

function change(method: string, path: string) {
  const id = /notifications\/(\d+)/.exec(path)?.[1] ?? ''
  if (path.endsWith('/restore')) {
    known = [...known, ...deleted.filter((item) => item.id === id)].toSorted(
      (one, other) => Number(one.id) - Number(other.id),
    )
    return
  }
  deleted.push(...known.filter((item) => method === 'DELETE' && item.id === id))
  if (method === 'DELETE') known = known.filter((item) => item.id !== id)
  else known = known.map((item) => (!id || item.id === id ? { ...item, read: true } : item))
}

function answer(path: string, { method = 'GET' }: RequestInit = {}): Response {
  const { pathname, searchParams } = new URL(path, TEST_CONFIG.publicUrl)
  requests.push(`${method} ${pathname}`)
  if (isBroken && (method !== 'GET' || !pathname.endsWith('unread'))) {
    return refusal('fault')
  }
  if (method === 'GET') {
    const count = known.filter(({ read }) => !read).length
    return Response.json(pathname.endsWith('unread') ? { count } : listed(searchParams))
  }
  change(method, pathname)
  return Response.json({})
}

async function show(children: ReactNode) {
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => answer(path, init),
  })
  render(
    <Site api={api}>
      <NotificationBell />
      {children}
      <Toaster />
    </Site>,
  )
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
}

const item = (content: string) => within(screen.getByText(content).closest('li') as HTMLElement)
const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }))
const bell = () => screen.getByRole('link', { name: /^Notifications/ }).textContent
const lastToast = () => toastStore.read().at(-1)?.title

beforeEach(() => {
  known = [notification('1')]
  deleted = []
  isBroken = false
  requests = []
  signInAs(AMA)
})

describe('the bell', () => {
  it('shows the number of unread notifications, up to 99', async () => {
    known = Array.from({ length: 120 }, (_, index) => notification(String(index), { read: index < 118 }))
    await show(null)
    await waitFor(() => expect(bell()).toBe('Notifications2 unread'))
    known = known.map((each) => ({ ...each, read: false }))
    cleanup()
    await show(null)
    await waitFor(() => expect(bell()).toBe('Notifications99+ unread'))
  })

  it('requests nothing for an anonymous person', async () => {
    writeSession(null, 'signed-out')
    await show(null)
    expect(bell()).toBe('Notifications')
    expect(requests).toEqual([])
  })
})

describe('the page', () => {
  it('groups notifications by day and titles them by type', async () => {
    known = [
      notification('1', { type: 'sale' }),
      notification('2', { createdAt: daysAgo(1), type: 'purchase', read: true }),
      notification('3', { createdAt: '2025-11-03T12:00:00.000Z', type: 'other', read: true }),
    ]
    await show(<NotificationsPage />)
    const days = screen.getAllByRole('region').map((region) => region.querySelector('h2')?.textContent)
    expect(days).toEqual(['Today', 'Yesterday', 'Nov 3, 2025'])
    const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['Item Sold', 'Purchase Update', 'New Notification'])
    expect(item('News 1').getByText('New')).toBeTruthy()
    expect(item('News 1').getByText('Sale')).toBeTruthy()
    expect(item('News 2').queryByText('New')).toBeNull()
  })

  it('marks one as read and updates the bell', async () => {
    known = [notification('1'), notification('2')]
    await show(<NotificationsPage />)
    await press('Mark as read', item('News 1'))
    await waitFor(() => expect(item('News 1').queryByText('New')).toBeNull())
    await waitFor(() => expect(bell()).toBe('Notifications1 unread'))
    expect(document.activeElement).toBe(item('News 1').getByRole('button', { name: 'Delete' }))
    expect(known.map(({ read }) => read)).toEqual([true, false])
  })

  it('marks all as read while any are unread', async () => {
    known = [notification('1'), notification('2')]
    await show(<NotificationsPage />)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
    expect(known.every(({ read }) => read)).toBe(true)
    expect(bell()).toBe('Notifications')
    expect(document.activeElement?.textContent).toBe('Notifications')
  })

  it('deletes one and moves the focus to the next', async () => {
    known = [notification('1'), notification('2')]
    await show(<NotificationsPage />)
    await press('Delete', item('News 1'))
    await waitFor(() => expect(screen.queryByText('News 1')).toBeNull())
    expect(document.activeElement).toBe(item('News 2').getByRole('button', { name: 'Delete' }))
    await press('Delete', item('News 2'))
    expect(await screen.findByRole('heading', { name: 'No notifications' })).toBeTruthy()
  })

  it.each([
    ['by its button', () => press('Undo')],
    ['by keys, wherever the focus is', () => userEvent.keyboard('{Control>}z{/Control}')],
  ])('restores one %s and focuses it', async (_, undo) => {
    known = [notification('1'), notification('2')]
    await show(<NotificationsPage />)
    await press('Delete', item('News 1'))
    expect(await screen.findByText('Notification deleted')).toBeTruthy()
    await waitFor(() => expect(bell()).toBe('Notifications1 unread'))
    await undo()
    await screen.findByText('News 1')
    await waitFor(() =>
      expect(document.activeElement).toBe(item('News 1').getByRole('button', { name: 'Delete' })),
    )
    await waitFor(() => expect(bell()).toBe('Notifications2 unread'))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('restores the only one', async () => {
    await show(<NotificationsPage />)
    await press('Delete', item('News 1'))
    await screen.findByRole('heading', { name: 'No notifications' })
    await press('Undo')
    await screen.findByText('News 1')
    await waitFor(() =>
      expect(document.activeElement).toBe(item('News 1').getByRole('button', { name: 'Delete' })),
    )
  })

  it('leaves undo keys to a text field in use', async () => {
    await show(
      <>
        <input aria-label="Field" />
        <NotificationsPage />
      </>,
    )
    await press('Delete', item('News 1'))
    await screen.findByRole('button', { name: 'Undo' })
    await userEvent.type(screen.getByLabelText('Field'), 'a{Control>}z{/Control}')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    expect(requests.filter((call) => call.endsWith('/restore'))).toEqual([])
  })

  it("opens a notification's page in a new tab and marks it as read", async () => {
    await show(<NotificationsPage />)
    const link = item('News 1').getByRole('link', { name: 'View (opens in a new tab)' })
    expect(link.getAttribute('href')).toBe(known[0]?.actionUrl)
    expect(link.getAttribute('target')).toBe('_blank')
    await userEvent.click(link)
    await waitFor(() => expect(requests).toContain('POST /api/notifications/1/read'))
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', null])(
    'has no link for %s',
    async (actionUrl) => {
      known = [notification('1', { actionUrl })]
      await show(<NotificationsPage />)
      expect(item('News 1').queryByRole('link')).toBeNull()
    },
  )

  it('loads page by page', async () => {
    known = ['1', '2', '3', '4'].map((id) => notification(id))
    await show(<NotificationsPage />)
    expect(screen.queryByText('News 4')).toBeNull()
    await press('Show more')
    expect(await screen.findByText('News 4')).toBeTruthy()
  })

  it('shows a repeated notification once, at its first position', async () => {
    known = ['1', '2', '3', '4'].map((id) => notification(id))
    await show(<NotificationsPage />)
    known = ['7', '8', '9', '1', '4'].map((id) => notification(id))
    await press('Show more')
    await screen.findByText('News 4')
    const shown = screen.getAllByText(/^News/).map(({ textContent }) => textContent)
    expect(shown).toEqual(['News 1', 'News 2', 'News 3', 'News 4'])
  })

  it('requests nothing more after its own changes', async () => {
    known = [notification('1'), notification('2')]
    await show(<NotificationsPage />)
    requests = []
    await press('Mark as read', item('News 1'))
    await waitFor(() => expect(bell()).toBe('Notifications1 unread'))
    await press('Mark as read', item('News 2'))
    await waitFor(() => expect(known.every(({ read }) => read)).toBe(true))
    expect(requests).toEqual(['POST /api/notifications/1/read', 'POST /api/notifications/2/read'])
  })
})

describe('equal notifications', () => {
  const drop = (id: string, overrides: Partial<Notification> = {}) =>
    notification(id, { type: 'other', actionUrl: '/products/kettle', ...overrides })
  const idsRead = () => known.filter(({ read }) => read).map(({ id }) => id)

  it('are one row with their number, which opens to all of them', async () => {
    known = [drop('1'), notification('2'), drop('3', { read: true })]
    await show(<NotificationsPage />)
    expect(screen.queryByText('News 3')).toBeNull()
    const open = item('News 1').getByRole('button', { name: 'Show all 2' })
    expect(open.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(open)
    expect(open.getAttribute('aria-expanded')).toBe('true')
    expect(item('News 3').queryByText('New')).toBeNull()
    await press('Show less')
    expect(screen.queryByText('News 3')).toBeNull()
  })

  it('stay apart on different days', async () => {
    known = [drop('1'), drop('2', { createdAt: daysAgo(1) })]
    await show(<NotificationsPage />)
    expect(screen.getAllByText(/^News/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  it('are read together, and each counts', async () => {
    known = [drop('1'), drop('2'), notification('3')]
    await show(<NotificationsPage />)
    await waitFor(() => expect(bell()).toBe('Notifications3 unread'))
    await press('Mark all 2 as read')
    await waitFor(() => expect(bell()).toBe('Notifications1 unread'))
    await waitFor(() => expect(idsRead()).toEqual(['1', '2']))
    expect(document.activeElement?.textContent).toBe('Delete all 2')
  })

  it('are read by viewing what they are about', async () => {
    known = [drop('1'), drop('2', { read: true }), drop('3')]
    await show(<NotificationsPage />)
    await userEvent.click(screen.getByRole('link', { name: 'View (opens in a new tab)' }))
    await waitFor(() => expect(idsRead()).toEqual(['1', '2', '3']))
    expect(requests).not.toContain('POST /api/notifications/2/read')
  })

  it('are deleted together and restored together', async () => {
    known = [drop('1'), drop('2'), notification('3')]
    await show(<NotificationsPage />)
    await press('Delete all 2')
    expect(await screen.findByText('2 notifications deleted')).toBeTruthy()
    expect(known.map(({ id }) => id)).toEqual(['3'])
    expect(document.activeElement).toBe(item('News 3').getByRole('button', { name: 'Delete' }))
    expect(bell()).toBe('Notifications1 unread')
    await press('Undo')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete all 2'))
    await waitFor(() => expect(bell()).toBe('Notifications3 unread'))
  })

  it('can be deleted one by one, and the focus stays in the list', async () => {
    known = [drop('1'), drop('2')]
    await show(<NotificationsPage />)
    await press('Show all 2')
    const members = screen.getAllByRole('button', { name: 'Delete' })
    await userEvent.click(members[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show less' })).toBeNull())
    expect(known.map(({ id }) => id)).toEqual(['2'])
    await waitFor(() =>
      expect(document.activeElement).toBe(item('News 2').getByRole('button', { name: 'Delete' })),
    )
  })

  it('return if one of them cannot be deleted', async () => {
    known = [drop('1'), drop('2')]
    await show(<NotificationsPage />)
    isBroken = true
    await press('Delete all 2')
    await waitFor(() => expect(lastToast()).toBe('Failed to delete notification'))
    expect(screen.getByRole('button', { name: 'Delete all 2' })).toBeTruthy()
  })

  it('join their row when the next page loads', async () => {
    known = [drop('1'), notification('2'), notification('3'), drop('4')]
    await show(<NotificationsPage />)
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
    await press('Show more')
    expect(await screen.findByRole('button', { name: 'Show all 2' })).toBeTruthy()
  })
})

describe('the page after failures', () => {
  it('loads again on request', async () => {
    isBroken = true
    await show(<NotificationsPage />)
    expect(screen.getByRole('alert').textContent).toContain('Failed to load notifications')
    isBroken = false
    await press('Try again')
    expect(await screen.findByText('News 1')).toBeTruthy()
  })

  it.each([
    ['Mark as read', 'Failed to mark notification as read'],
    ['Delete', 'Failed to delete notification'],
    ['Mark all as read', 'Failed to mark all notifications as read'],
  ])('explains a failed %s and restores everything', async (button, text) => {
    await show(<NotificationsPage />)
    await screen.findByRole('button', { name: 'Mark all as read' })
    isBroken = true
    await press(button)
    await waitFor(() => expect(lastToast()).toBe(text))
    expect(item('News 1').getByText('New')).toBeTruthy()
    expect(bell()).toBe('Notifications1 unread')
  })
})

describe("the dashboard's list of latest notifications", () => {
  it('shows ten with a link to the rest', async () => {
    known = Array.from({ length: 12 }, (_, index) => notification(String(index)))
    await show(<LatestNotifications personId={AMA} />)
    expect(screen.getAllByRole('listitem')).toHaveLength(10)
    const link = screen.getByRole('link', { name: 'See all notifications' })
    expect(link.getAttribute('href')).toBe('/notifications-page')
  })

  it('shows a notice if it is empty', async () => {
    known = []
    await show(<LatestNotifications personId={AMA} />)
    expect(screen.getByRole('heading', { name: 'No notifications' })).toBeTruthy()
  })
})
