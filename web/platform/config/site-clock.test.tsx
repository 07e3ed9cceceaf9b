import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { ConversationHeader } from '#web/conversations/ConversationHeader.tsx'
import { NotificationDays } from '#web/notifications/rows/NotificationDays.tsx'
import { noticeForm } from '#contract/moderation/administration/notice-form.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { toCard } from '#web/products/to-card.ts'
import { ProductCard } from '#web/products/ProductCard.tsx'
import { ContinueDraft } from '#web/selling/drafts/ContinueDraft.tsx'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { followReplies } from '#web/app/start-later.ts'
import { createSiteClock, offsetByPage, type SiteClock } from './site-clock.ts'
import { SiteNotice } from '#web/app/layout/SiteNotice.tsx'
import { SiteNoticeProvider } from '#web/app/layout/site-notice.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Server time. */
const NOW = Date.UTC(2026, 10, 20, 12)
const iso = (ago: number) => new Date(NOW - ago).toISOString()

const reply = (headers: Record<string, string> = {}) =>
  Response.json(
    {},
    { headers: { Date: new Date(NOW).toUTCString(), 'Cache-Control': 'no-store', ...headers } },
  )

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})

/** Shows times on screen while the server answers now. */
function show() {
  const api = createApiClient({ fetch: async () => reply() })
  followReplies(api.clock)
  const day = (id: string, ago: number) => ({
    id,
    type: 'message' as const,
    content: `News ${id}`,
    read: true,
    actionUrl: '/',
    createdAt: iso(ago),
  })
  render(
    <Site api={api}>
      <SiteNoticeProvider value={{ id: 'n1', kind: 'info', text: 'Short rest', endsAt: iso(-HOUR) }}>
        <SiteNotice />
      </SiteNoticeProvider>
      <p data-testid="sent">
        <RelativeTime iso={iso(5 * MINUTE)} />
      </p>
      <div data-testid="new">
        <ProductCard
          product={toCard({ ...SOME_PRODUCT, createdAt: iso(HOUR) })}
          headingLevel={2}
          priority="lazy"
          marksNew
        />
      </div>
      <div data-testid="old">
        <ProductCard
          product={toCard({ ...SOME_PRODUCT, createdAt: iso(25 * HOUR) })}
          headingLevel={2}
          priority="lazy"
          marksNew
        />
      </div>
      <ConversationHeader
        other={{ id: 'ama', name: 'Ama', avatar: null }}
        presence={{ isOnline: false, lastSeenAt: iso(2 * HOUR) }}
        PersonName={({ name }) => <h1>{name}</h1>}
      >
        {null}
      </ConversationHeader>
      <NotificationDays notifications={[day('1', 0), day('2', DAY)]} personId="kofi" />
      <ContinueDraft
        drafts={[{ ...newListing(), changedAt: Date.now() - 3 * MINUTE }]}
        onNew={() => undefined}
      />
    </Site>,
  )
  return api
}

describe.each([
  ['right', 0],
  ['a day ahead', DAY],
  ['a day behind', -DAY],
])('a device whose clock is %s', (_, wrongBy) => {
  beforeEach(() => void vi.setSystemTime(NOW + wrongBy))

  it('shows ages by the time of replies', async () => {
    const api = show()
    await act(() => api.call('listCategories', {}))
    expect(screen.getByTestId('sent').textContent).toBe('5 min ago')
    expect(screen.getByTestId('new').textContent).toContain('New today')
    expect(screen.getByTestId('old').textContent).not.toContain('New today')
    expect(screen.getByText('Last seen 2 hours ago')).toBeTruthy()
    expect(screen.getByText('Today')).toBeTruthy()
    expect(screen.getByText('Yesterday')).toBeTruthy()
    expect(screen.getByText('3 min ago')).toBeTruthy()
    expect(screen.getByText('Short rest')).toBeTruthy()
    const form = { text: 'Short rest', kind: 'info', endsAt: iso(-HOUR) }
    expect(noticeForm(api.clock.now).safeParse(form).success).toBe(true)
  })

  it('takes the time from a page or its copy until a reply comes', () => {
    expect(Date.now() + offsetByPage(NOW)).toBe(NOW)
    vi.advanceTimersByTime(8 * HOUR)
    expect(Date.now() + offsetByPage(NOW + 8 * HOUR)).toBe(NOW + 8 * HOUR)
  })
})

it('ignores the time of a page rendered minutes ago', () => {
  vi.setSystemTime(NOW)
  expect(offsetByPage(NOW - 3 * MINUTE)).toBe(0)
})

describe("a reply's time", () => {
  let clock: SiteClock
  beforeEach(() => {
    vi.setSystemTime(NOW + DAY)
    clock = createSiteClock()
    followReplies(clock)
  })

  it('is corrected by the age of a cached copy, or ignored', () => {
    clock.note?.(reply({ 'Cache-Control': 'public, max-age=60' }))
    clock.note?.(reply({ 'X-Served-Stale': '60' }))
    clock.note?.(Response.json({}, { headers: { 'Cache-Control': 'no-store' } }))
    expect(clock.now()).toBe(NOW + DAY)
    clock.note?.(reply({ 'Cache-Control': 'public, no-cache', Age: '60' }))
    expect(clock.now()).toBe(NOW + MINUTE)
  })

  it('is ignored if the reply was slow', () => {
    vi.setSystemTime(NOW + 20_000)
    clock.note?.(reply())
    expect(clock.now()).toBe(NOW + 20_000)
  })

  it('corrects a clock that somebody sets while the page is open', () => {
    clock.note?.(reply())
    expect(clock.now()).toBe(NOW)
    vi.setSystemTime(NOW)
    clock.note?.(reply())
    expect(clock.now()).toBe(NOW)
    vi.setSystemTime(NOW - DAY)
    clock.note?.(reply())
    expect(clock.now()).toBe(NOW)
  })
})
