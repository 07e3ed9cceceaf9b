import { NOTIFICATION_TYPES, TEST_TITLE } from '#contract/notifications/notification-types.ts'
import {
  type OpenedNotification,
  pathWithNotification,
} from '#contract/notifications/opened-notifications.ts'
import { ownPath } from '#contract/own-path.ts'
import type { PushedNotification } from '#contract/notifications/push.ts'

declare const self: ServiceWorkerGlobalScope

export interface Tab {
  url: string
  visibilityState: string
}

/** Shown for a push that cannot be read, because the browser ends a subscription that shows nothing. */
const UNREADABLE: PushedNotification = {
  type: 'other',
  content: 'See your notifications.',
  path: '/notifications-page',
  tag: 'unreadable',
}

/** The pushed notification; if it is not valid, a text that says only that there is something. */
export function readNotification(text: string | undefined): PushedNotification {
  try {
    const { type, content, path, tag, id } = JSON.parse(text ?? '') as Record<string, unknown>
    if (![type, content, path, tag].every((part) => typeof part === 'string')) return UNREADABLE
    const notification = { type, content, path: ownPath(path as string), tag } as PushedNotification
    return typeof id === 'string' ? { ...notification, id } : notification
  } catch {
    return UNREADABLE
  }
}

/** The filters of a search in a fixed order, without empty ones. */
function normalizeSearch(params: URLSearchParams): string {
  const filled = [...params].filter(([, value]) => value !== '')
  return new URLSearchParams(filled.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))).toString()
}

/**
 * The screen at an address. A screen with two addresses has the first one (SPEC 2). Each search is a screen
 * of its own.
 */
function screenOf(url: string): string {
  const { pathname, searchParams } = new URL(url, self.location.origin)
  if (pathname === '/products') return `${pathname}?${normalizeSearch(searchParams)}`
  return pathname.replace(/^\/messages\//, '/conversation/')
}

const shows = (tab: Tab, path: string) => screenOf(tab.url) === screenOf(path)

/** True if the person already sees it. A test is shown in any case. */
export const isSeen = (notification: PushedNotification, tabs: readonly Tab[]): boolean =>
  notification.type !== 'test' &&
  tabs.some((tab) => tab.visibilityState === 'visible' && shows(tab, notification.path))

const openTabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function closeAll(tag: string): Promise<void> {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close()
}

/**
 * Shows a notification that is already seen without a sound and closes it, because Safari ends subscriptions
 * that show nothing.
 */
async function show(notification: PushedNotification): Promise<void> {
  const { type, content, path, tag, id } = notification
  const silent = isSeen(notification, await openTabs())
  const options = {
    body: content,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path, id },
    silent,
    // The next message of a conversation replaces the last one, and may make a sound.
    renotify: type === 'message' && !silent,
  }
  await self.registration.showNotification(
    type === 'test' ? TEST_TITLE : NOTIFICATION_TYPES[type].title,
    options,
  )
  if (silent) await closeAll(tag)
}

/** Focuses the tab that shows the page, or opens a new one: another open tab may contain unsaved text. */
async function open(path: string, id: string | undefined): Promise<void> {
  const tab = (await openTabs()).find((each) => shows(each, path))
  if (!tab) {
    await self.clients.openWindow(id === undefined ? path : pathWithNotification(path, id))
    return
  }
  await tab.focus()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's clients are of its own origin
  if (id !== undefined) tab.postMessage({ openedNotification: id } satisfies OpenedNotification)
}

let lastShown: Promise<void> = Promise.resolve()

/**
 * Shows one notification after the other: Chromium loses a notification on its way to the screen while
 * another one is queried.
 */
function showNext(notification: PushedNotification): Promise<void> {
  const next = lastShown.then(() => show(notification))
  lastShown = next.catch(() => undefined)
  return next
}

interface SubscriptionChange extends ExtendableEvent {
  oldSubscription: PushSubscription | null
  newSubscription: PushSubscription | null
}

/**
 * The browser replaced its subscription. If it does not name the old one, the next visit registers the new
 * one.
 */
async function renew({ oldSubscription: old, newSubscription }: SubscriptionChange): Promise<void> {
  if (!old) return
  const next = newSubscription ?? (await self.registration.pushManager.subscribe(old.options))
  const body = { old: { endpoint: old.endpoint, auth: old.toJSON().keys?.auth }, subscription: next.toJSON() }
  await fetch('/api/push/renew', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Shows pushes, also while no page is open, and opens their page when somebody taps them. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    event.waitUntil(showNext(readNotification(event.data?.text())))
  })
  self.addEventListener('notificationclick', (event) => {
    const { notification } = event
    notification.close()
    const { path, id } = (notification.data ?? {}) as { path?: string; id?: string }
    event.waitUntil(open(ownPath(path), id))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as unknown as SubscriptionChange
    change.waitUntil(renew(change))
  })
}
