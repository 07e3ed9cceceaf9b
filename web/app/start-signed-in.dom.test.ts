import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/accounts/accounts.ts'
import { emitAuthEvent, writeSession } from '#web/accounts/sessions/session-store.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { saveDraft, readDraft } from '#web/conversations/outbox/drafts.ts'
import { storedConversations } from '#web/conversations/outbox/stored-conversations.ts'
import { tabOutbox } from '#web/conversations/outbox/tab-outbox.ts'
import { unsentMessages } from '#web/conversations/outbox/unsent-messages.ts'
import type { Connection, ConnectionOptions } from '#web/platform/live/connection.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { live } from '#web/platform/live/live.ts'
import { listListings, storeListing } from '#web/selling/drafts/stored-listings.ts'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { startSignedInServices } from './start-signed-in.ts'

const sessionOf = (id: string, token = `${id} 1`): Session => ({
  access_token: token,
  expires_at: 4_000_000_000,
  expires_in: 4_000_000_000,
  user: {
    id,
    name: id,
    email: `${id}@example.com`,
    createdAt: '2026-10-01T12:00:00.000Z',
    role: 'user',
    avatar: null,
  },
})

const storeNewListing = (title: string, isSaved: boolean) =>
  storeListing('kofi', { ...newListing(), values: { ...EMPTY_LISTING, title }, isSaved })
const storedTitles = () => listListings('kofi').map(({ values }) => values.title)

/** Deleted caches of the worker. */
const deleted: string[] = []
vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })

const deleteConversations = vi.spyOn(storedConversations, 'delete')

let happened: string[]
let connectionOptions: ConnectionOptions | undefined

function connect(options: ConnectionOptions): Connection {
  connectionOptions = options
  happened.push('open')
  return {
    renew: (token) => happened.push(`renew ${token}`),
    connectNow: () => happened.push('connectNow'),
    close: () => happened.push('close'),
  }
}

/** Simulates another tab's sign-in. */
function signInElsewhere(session: Session) {
  localStorage.setItem('sankofa.session', JSON.stringify({ ...session, received_at: Date.now() }))
  dispatchEvent(new StorageEvent('storage', { key: 'sankofa.session' }))
}

let isOnline = true
const api = createApiClient({
  async fetch() {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return Response.json({ count: 0 })
  },
})

beforeEach(() => {
  happened = []
  isOnline = true
})

// One start serves the whole tab, so this test covers it from start to end.
it('connects a person who signs in, shows fresh tokens, and deletes data only at sign-out', async () => {
  const queryClient = createQueryClient({ retry: false })
  await storeNewListing('Typed', false)
  await storeNewListing('Saved', true)
  saveDraft('kofi', 'c1', 'A draft')
  writeSession(sessionOf('kofi'), 'signed-in')
  startSignedInServices({
    api,
    queryClient,
    accessToken: async () => 'token',
    connect,
  })
  expect(happened).toEqual(['open'])
  expect(await connectionOptions?.accessToken()).toBe('token')

  writeSession(sessionOf('kofi', 'kofi 2'), 'token-refreshed')
  writeSession(sessionOf('kofi', 'kofi 2'), 'user-updated')
  expect(happened).toEqual(['open', 'renew kofi 2'])

  dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  live.setState('connected')
  expect(happened.slice(2)).toEqual(['connectNow', 'connectNow', 'connectNow'])

  isOnline = false
  const outbox = tabOutbox(api)
  await outbox.add({ conversationId: 'c1', content: 'Waiting', photo: null })
  expect(outbox.items()).toHaveLength(1)
  expect(readDraft('kofi', 'c1')).toBe('A draft')

  // Another device ended the session: readable data is deleted, unsent data stays.
  deleted.length = 0
  deleteConversations.mockClear()
  writeSession(null, 'signed-out')
  expect(happened.at(-1)).toBe('close')
  expect(deleteConversations.mock.calls).toEqual([[undefined]])
  expect(deleted).toEqual(['message-photos'])
  await expect.poll(outbox.items).toEqual([])
  expect(readDraft('kofi', 'c1')).toBe('A draft')
  writeSession(sessionOf('kofi', 'kofi 3'), 'signed-in')
  expect(happened.slice(-2)).toEqual(['close', 'open'])
  await expect.poll(outbox.items).toMatchObject([{ content: 'Waiting' }])
  expect(readDraft('kofi', 'c1')).toBe('A draft')
  expect(storedTitles().toSorted()).toEqual(['Saved', 'Typed'])
  deleted.length = 0

  emitAuthEvent('signing-out')
  expect(happened.at(-1)).toBe('close')
  expect(readDraft('kofi', 'c1')).toBe('A draft')
  // The logout did not reach the server, so the session and its connection remain.
  emitAuthEvent('signed-in')
  expect(happened.slice(-2)).toEqual(['close', 'open'])

  emitAuthEvent('signing-out')
  // The logout call needed a fresh token.
  writeSession(sessionOf('kofi', 'kofi 4'), 'token-refreshed')
  writeSession(null, 'signed-out')
  expect(happened.slice(-2)).toEqual(['open', 'close'])
  expect(readDraft('kofi', 'c1')).toBe('')
  expect(deleted).toEqual(['message-photos'])
  await expect.poll(storedTitles).toEqual(['Typed'])
  writeSession(sessionOf('kofi', 'kofi 5'), 'signed-in')
  await unsentMessages.reload()
  expect(outbox.items()).toEqual([])

  saveDraft('kofi', 'c1', 'A draft')
  await outbox.add({ conversationId: 'c1', content: 'Waiting', photo: null })
  writeSession(null, 'signed-out')
  deleted.length = 0
  writeSession(sessionOf('ama'), 'signed-in')
  expect(readDraft('kofi', 'c1')).toBe('')
  expect(deleted).toEqual(['message-photos'])
  writeSession(sessionOf('kofi'), 'signed-in')
  expect(happened.slice(-3)).toEqual(['open', 'close', 'open'])
  await unsentMessages.reload()
  expect(outbox.items()).toEqual([])

  // Another person signs in in another tab.
  const profile = { queryKey: ['profile', 'kofi'], queryFn: () => 'Of Kofi', meta: { personal: true } }
  expect(await queryClient.query(profile)).toBe('Of Kofi')
  queryClient.setQueryData(['products'], 'Of everybody')
  signInElsewhere(sessionOf('ama'))
  expect(happened.slice(-2)).toEqual(['close', 'open'])
  expect(toastStore.read().at(-1)?.title).toBe('You are now logged in as ama')
  expect(queryClient.getQueryData(['profile', 'kofi'])).toBeUndefined()
  expect(queryClient.getQueryData(['products'])).toBe('Of everybody')
  signInElsewhere(sessionOf('kofi'))

  emitAuthEvent('account-deleted')
  await expect.poll(storedTitles).toEqual([])
})
