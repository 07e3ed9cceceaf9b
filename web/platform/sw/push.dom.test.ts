import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isSeen, readNotification, showPushes } from './push.ts'

type Handler = (event: object) => void
const handlers = new Map<string, Handler>()
interface Options {
  tag: string
  body: string
  renotify: boolean
  silent: boolean
}
const shown: { title: string; options: Options }[] = []
/** Tags of the notifications on the screen. */
const onScreen = new Set<string>()
let tabs: ReturnType<typeof tab>[] = []
const posted: unknown[] = []
const opened: string[] = []
const focused: string[] = []

const ORIGIN = 'http://localhost:3000'
const tab = (path: string, visibilityState = 'visible') => ({
  url: ORIGIN + path,
  visibilityState,
  focus: async () => void focused.push(path),
  postMessage: (message: unknown) => void posted.push(message),
})

beforeEach(() => {
  vi.stubGlobal('self', {
    location: new URL(ORIGIN),
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    clients: {
      matchAll: async () => tabs,
      openWindow: async (path: string) => void opened.push(path),
    },
    registration: {
      async showNotification(title: string, options: Options) {
        shown.push({ title, options })
        onScreen.add(options.tag)
      },
      getNotifications: async ({ tag }: { tag: string }) =>
        onScreen.has(tag) ? [{ close: () => onScreen.delete(tag) }] : [],
    },
  })
  showPushes()
})

/** Resolves once the worker has handled the event. */
async function happen(name: string, event: object) {
  let done: Promise<unknown> = Promise.resolve()
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => (done = work) })
  await done
}

const push = (notification: unknown) => happen('push', { data: { text: () => JSON.stringify(notification) } })
const MESSAGE = { type: 'message', content: 'Kofi: Hello', path: '/conversation/7', tag: '/conversation/7' }

describe('a push', () => {
  it.each([
    ['message', 'New Message', true],
    ['sale', 'Item Sold', false],
    ['purchase', 'Purchase Update', false],
    ['system', 'System Notification', false],
    ['other', 'New Notification', false],
    ['test', 'Test Notification', false],
  ])('has for type %s the title %s', async (type, title, renotify) => {
    tabs = []
    await push({ ...MESSAGE, type })
    expect(shown.at(-1)).toMatchObject({
      title,
      options: {
        body: 'Kofi: Hello',
        tag: '/conversation/7',
        data: { path: '/conversation/7' },
        renotify,
        silent: false,
      },
    })
    expect(onScreen).toContain('/conversation/7')
  })

  it('is silent and closed at once if its page is in view', async () => {
    tabs = [tab('/conversation/7')]
    await push(MESSAGE)
    expect(shown.at(-1)).toMatchObject({ options: { silent: true, renotify: false } })
    expect([...onScreen]).toEqual([])
  })

  it.each([
    [[], false],
    [[tab('/conversation/7')], true],
    [[tab('/messages/7?x=1')], true],
    [[tab('/conversation/7', 'hidden')], false],
    [[tab('/conversation/8'), tab('/')], false],
  ])('is announced unless a visible tab shows its page: %#', (open, seen) => {
    expect(isSeen(MESSAGE as never, open)).toBe(seen)
    expect(isSeen({ ...MESSAGE, type: 'test' } as never, open)).toBe(false)
  })

  it.each([
    ['/products?category=mobile', '/products?category=laptops', false],
    ['/products?category=mobile', '/products', false],
    ['/products?category=mobile&q=a', '/products?q=a&sort=&category=mobile', true],
    ['/products/1', '/products/1?from=mail#reviews', true],
  ])('counts as seen if it is for %s and a tab shows %s: %s', (path, open, seen) => {
    expect(isSeen({ ...MESSAGE, path } as never, [tab(open)])).toBe(seen)
  })

  it.each([
    undefined,
    '',
    'nonsense',
    '{}',
    '[]',
    'null',
    '{"type":"message","content":1,"path":"/","tag":"a"}',
  ])('announces only a general notification for the data %s', async (text) => {
    tabs = []
    await happen('push', { data: text === undefined ? null : { text: () => text } })
    expect(shown.at(-1)).toMatchObject({
      title: 'New Notification',
      options: { body: 'See your notifications.', data: { path: '/notifications-page' } },
    })
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'never opens %s',
    (path) => {
      expect(readNotification(JSON.stringify({ ...MESSAGE, path })).path).toBe('/')
    },
  )
})

describe('a tap on a notification', () => {
  const tap = (path: unknown, id?: string) =>
    happen('notificationclick', { notification: { close: vi.fn(), data: { path, id } } })

  it('focuses the tab that shows its page or opens a new one', async () => {
    tabs = [tab('/'), tab('/messages/7', 'hidden')]
    await tap('/conversation/7')
    expect(focused).toEqual(['/messages/7'])
    await tap('/products/1')
    expect(opened).toEqual(['/products/1'])
    await tap('https://evil.example/')
    expect(focused.at(-1)).toBe('/')
    tabs = [tab('/products?category=laptops')]
    await tap('/products?category=mobile')
    expect(opened.at(-1)).toBe('/products?category=mobile')
  })

  it('reports the opened notification to the page', async () => {
    const id = '0198c0de-0000-7000-8000-000000000001'
    await push({ ...MESSAGE, id })
    expect(shown.at(-1)).toMatchObject({ options: { data: { path: '/conversation/7', id } } })
    tabs = [tab('/conversation/7')]
    await tap('/conversation/7', id)
    expect(posted).toEqual([{ openedNotification: id }])
    tabs = []
    await tap('/products?category=mobile', id)
    expect(opened.at(-1)).toBe(`/products?category=mobile#news=${id}`)
  })
})

it('sends a subscription that the browser replaced to the server', async () => {
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'secret' } }),
  })
  const calls: [string, RequestInit][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, init])
    return new Response('{}')
  })
  await happen('pushsubscriptionchange', {
    oldSubscription: subscription('https://old'),
    newSubscription: subscription('https://new'),
  })
  await happen('pushsubscriptionchange', { oldSubscription: null, newSubscription: null })
  expect(calls).toHaveLength(1)
  expect(calls[0]?.[0]).toBe('/api/push/renew')
  expect(JSON.parse(String(calls[0]?.[1].body))).toEqual({
    old: { endpoint: 'https://old', auth: 'secret' },
    subscription: { endpoint: 'https://new', keys: { p256dh: 'p', auth: 'secret' } },
  })
})
