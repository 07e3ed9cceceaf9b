import type { ApiClient } from '#web/platform/api/client.ts'
import { pushChoice, pushRegistration } from './push-choice.ts'

export type PushPermission = NotificationPermission | 'unsupported'

export const pushPermission = (): PushPermission =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
    ? Notification.permission
    : 'unsupported'

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

function sameKey(subscription: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

/** A subscription with the site's current key; those with a former key no longer receive anything. */
async function subscribed(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && sameKey(known, key)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function registerPush(api: ApiClient, personId: string): Promise<void> {
  const { key } = await api.call('getPushKey', {})
  const { endpoint = '', keys } = (await subscribed(key)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await api.call('subscribePush', { body: { endpoint, keys: { p256dh, auth } } })
  pushRegistration.set(personId)
}

export const isPushOn = async (personId: string): Promise<boolean> =>
  pushPermission() === 'granted' && pushChoice.isOn(personId) && (await currentSubscription()) !== null

/**
 * Shows the browser's prompt if it was not answered yet, so call it when the person taps. Returns the answer.
 */
export async function turnPushOn(api: ApiClient, personId: string): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission
  await registerPush(api, personId)
  pushChoice.set(personId, true)
  return permission
}

export async function turnPushOff(api: ApiClient, personId: string): Promise<void> {
  const subscription = await currentSubscription()
  if (subscription) {
    await api.call('unsubscribePush', { body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  pushChoice.set(personId, false)
  pushRegistration.set(null)
}

export async function testPush(api: ApiClient): Promise<void> {
  const subscription = await currentSubscription()
  await api.call('sendTestPush', { body: { endpoint: subscription?.endpoint ?? 'https://none.invalid/' } })
}

/** Registers again at sign-in and in every new tab, for a new session or a renewed subscription. */
export async function renewPush(api: ApiClient, personId: string): Promise<void> {
  if (pushPermission() !== 'granted' || pushRegistration.isRegistered(personId)) return
  await registerPush(api, personId)
}

/**
 * Unsubscribes after a person has signed out, or when another person signs in who does not want push. The
 * server has already deleted the subscription.
 */
export async function leavePush(): Promise<void> {
  pushRegistration.set(null)
  if (pushPermission() !== 'granted') return
  await (await currentSubscription())?.unsubscribe()
}
