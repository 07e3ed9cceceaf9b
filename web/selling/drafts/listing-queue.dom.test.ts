import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { refusal } from '#testing/refusal.ts'
import { signInAs } from '#testing/accounts/session.ts'
import type { PhotosState } from '#web/photos/photo-entries.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { UNREACHED_TEXT } from '#web/platform/api/failure-kind.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { toastStore } from '#web/platform/ui/toasts/toast.ts'
import { cancelSending, createListingQueue } from './listing-queue.ts'
import { sendListing } from './send-listing.ts'
import {
  deleteListing,
  findListing,
  listListings,
  type StoredListing,
  storedListings,
  storeListing,
} from './stored-listings.ts'
import type { DraftSaver } from './draft-saver.ts'

const waiting = (title: string, change: Partial<StoredListing> = {}): StoredListing => ({
  ...newListing(),
  values: { ...EMPTY_LISTING, title, price: '120', category: 'other', condition: 'good', region: 'Volta' },
  isSaved: false,
  delivery: 'waiting',
  ...change,
})

let sent: string[]
let instead: Record<string, Response | 'no network'>
let photos: Partial<PhotosState>
let form: object
/** The form that another browser published. */
let published: object | undefined
/** A person's action while the photos are sent. */
let meanwhile: (() => unknown) | undefined

const api = createApiClient({
  fetch: async (path, init) => {
    const call = `${init?.method} ${path}`
    sent.push(call)
    const other = instead[call]
    if (other === 'no network') throw new TypeError('Failed to fetch')
    if (other) return other
    if (init?.body) form = (JSON.parse(init.body as string) as { form: object }).form
    return Response.json({
      id: 'p1',
      status: 'draft',
      version: 1,
      form: { ...form, ...published },
      photos: [],
    })
  },
})
let queue: ReturnType<typeof createListingQueue> | undefined

async function sendPhotos(_options: object, saver: DraftSaver) {
  sent.push(`photos of ${await saver.productId()}`)
  await meanwhile?.()
  return { entries: [], isWaiting: false, ...photos } as unknown as PhotosState
}
const newQueue = () =>
  createListingQueue({
    api,
    queryClient: createQueryClient({ retry: false }),
    personId: 'ama',
    loadSend: async () => ({
      sendListing: (options, listing) => sendListing({ ...options, sendPhotos }, listing),
    }),
  })

/** One attempt for each waiting listing. */
async function send() {
  queue ??= newQueue()
  await queue.flush()
}
const publishes = () => sent.filter((call) => call.endsWith('publish'))
const toasts = () => toastStore.read().map(({ title, detail }) => [title, detail])

beforeEach(() => {
  sent = []
  instead = {}
  photos = {}
  published = undefined
  meanwhile = undefined
  signInAs('ama')
})
afterEach(async () => {
  queue?.close()
  queue = undefined
  await storedListings.deleteWhere(() => true)
})

it('creates the draft, sends the photos, publishes and announces it', async () => {
  await storeListing('ama', waiting('Bed'))
  await storeListing('kofi', waiting('Not mine'))
  await send()
  expect(sent).toEqual([
    'POST /api/selling/products',
    'photos of p1',
    'POST /api/selling/products/p1/publish',
  ])
  expect(listListings('ama')).toEqual([])
  expect(listListings('kofi')).toHaveLength(1)
  expect(toasts().at(-1)).toEqual(['Your listing is online', 'Bed'])
  await send()
  expect(sent).toHaveLength(3)
})

it('says why a held listing is not online', async () => {
  const hold = { cause: 'first-listing', since: '', until: null, answer: null, mayAnswer: true }
  instead['POST /api/selling/products/p1/publish'] = Response.json({ id: 'p1', status: 'held', hold })
  await storeListing('ama', waiting('Bed'))
  await send()
  expect(toasts().at(-1)?.[0]).toBe('Your listing is not shown yet')
})

it('treats an already published listing as done', async () => {
  instead['POST /api/selling/products/p1/publish'] = refusal('already-published')
  await storeListing('ama', waiting('Bed'))
  await send()
  expect(listListings('ama')).toEqual([])
})

it('refuses a listing that another browser published with other words', async () => {
  instead['POST /api/selling/products/p1/publish'] = refusal('already-published')
  const listing = waiting('Bed', { productId: 'p1', version: 1, isSaved: true })
  form = listing.values
  published = { title: 'Bedside lamp' }
  await storeListing('ama', listing)
  await send()
  expect(findListing('ama', listing.key)).toMatchObject({
    delivery: 'refused',
    reason: 'Another version of it was published elsewhere. Open it and choose which one to keep.',
    isPublished: true,
    isSaved: false,
    version: 1,
    values: listing.values,
  })
})

it.each<[string, () => void]>([
  ['the draft', () => (instead['POST /api/selling/products'] = 'no network')],
  ['a photo', () => (photos = { isWaiting: true })],
  [
    'a photo for which the server had no time',
    () =>
      (photos = {
        entries: [{ key: 'a', state: 'error', isPassing: true }] as unknown as PhotosState['entries'],
      }),
  ],
  ['publishing', () => (instead['POST /api/selling/products/p1/publish'] = 'no network')],
  ['a busy server', () => (instead['POST /api/selling/products/p1/publish'] = refusal('overloaded'))],
])('keeps waiting if %s does not get through', async (_, breakIt) => {
  breakIt()
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  await send()
  expect(findListing('ama', listing.key)?.delivery).toBe('waiting')
  instead = {}
  photos = {}
  await send()
  expect(listListings('ama')).toEqual([])
})

it('keeps a refused listing with the reason and continues with the next', async () => {
  const fields = [{ field: 'form.category', message: 'Choose category' }]
  instead['POST /api/selling/products/p1/publish'] = refusal('invalid-input', { fields })
  const listing = waiting('Bed', { changedAt: 1 })
  await storeListing('ama', listing)
  await send()
  const stored = findListing('ama', listing.key)
  expect(stored).toMatchObject({ delivery: 'refused', reason: 'Choose category', values: listing.values })
  expect(toasts().at(-1)).toEqual(['Your listing could not go online', 'Choose category'])
  await send()
  expect(sent).toHaveLength(3)
})

it.each([
  [['a', 'b', 'c'], '2 of 3 photos are no longer on this device. Add them again.'],
  [['a', 'b'], '1 of 2 photos is no longer on this device. Add it again.'],
])('says how many photos of %j are missing', async (keys, message) => {
  photos = { entries: [{ key: 'a', name: 'bed.jpg', state: 'success' }] } as unknown as PhotosState
  const listing = waiting('Bed', { photos: keys })
  await storeListing('ama', listing)
  await send()
  expect(sent.filter((call) => call.endsWith('publish'))).toEqual([])
  expect(findListing('ama', listing.key)).toMatchObject({ delivery: 'refused', reason: message })
})

const failing = (change: Partial<PhotosState['entries'][0]>) => {
  const entry = { key: 'a', name: 'bed.jpg', state: 'error', message: 'Something went wrong.', ...change }
  return { entries: [{ isPassing: true, ...entry }] } as unknown as PhotosState
}

it('gives up on a photo after repeated server faults', async () => {
  photos = failing({ isFault: true })
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  for (let times = 1; times < 5; times += 1) {
    await send()
    expect(findListing('ama', listing.key)).toMatchObject({ delivery: 'waiting', faults: times })
  }
  await send()
  expect(findListing('ama', listing.key)).toMatchObject({
    delivery: 'refused',
    reason: 'bed.jpg: Something went wrong.',
  })
})

it.each([
  ['a fault', failing({ isFault: true })],
  ['a busy server', failing({})],
  ['a picture that is not prepared', { entries: [{ state: 'success', photo: null }] }],
])('continues with the next listing after %s', async (_, state) => {
  await storeListing('ama', waiting('Bed', { changedAt: 1 }))
  const next = waiting('Lamp', { changedAt: 2 })
  await storeListing('ama', next)
  photos = state as unknown as PhotosState
  meanwhile = () => {
    meanwhile = () => (photos = {})
  }
  await send()
  expect(listListings('ama').map(({ values }) => values.title)).toEqual(['Bed'])
  expect(publishes()).toHaveLength(1)
})

it('never gives up on a busy server', async () => {
  photos = failing({})
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  for (let times = 0; times < 100; times += 1) await send()
  expect(findListing('ama', listing.key)).toMatchObject({ delivery: 'waiting', reason: UNREACHED_TEXT })
})

it('sends no photos to a listing that another browser has taken over', async () => {
  instead['POST /api/selling/products'] = Response.json({
    id: 'p1',
    status: 'available',
    version: 3,
    form: { ...EMPTY_LISTING, title: 'Bedside lamp' },
  })
  published = { title: 'Bedside lamp' }
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  await send()
  expect(sent.filter((call) => call.startsWith('photos'))).toEqual([])
  expect(findListing('ama', listing.key)?.delivery).toBe('refused')
})

/** Locks as a browser has them: one holder at a time, the others in the order they came. */
function browserLocks() {
  const held = new Map<string, Promise<unknown>>()
  const request = async (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object) => unknown
    const before = held.get(name)
    const mine = (before ?? Promise.resolve()).then(() => work({}))
    held.set(name, mine)
    return mine
  }
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
}

it('releases a listing without waiting for the others', async () => {
  browserLocks()
  const other = waiting('Lamp', { changedAt: 2, delivery: null })
  await storeListing('ama', waiting('Bed', { changedAt: 1 }))
  await storeListing('ama', other)
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  meanwhile = () => {
    begin()
    return promise
  }
  const sending = send()
  await begun
  await cancelSending('ama', other.key)
  expect(publishes()).toEqual([])
  resolve()
  await sending
  expect(publishes()).toHaveLength(1)
  vi.unstubAllGlobals()
})

it('says which photo could not be used', async () => {
  photos = {
    entries: [{ name: 'bed.jpg', state: 'error', message: 'This file is not a picture.' }],
  } as unknown as PhotosState
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  await send()
  expect(findListing('ama', listing.key)).toMatchObject({
    delivery: 'refused',
    reason: 'bed.jpg: This file is not a picture.',
  })
})

it('sends nothing while there is no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await storeListing('ama', waiting('Bed'))
  await send()
  expect(sent).toEqual([])
})

it('sends each listing once despite two tabs', async () => {
  await storeListing('ama', waiting('Bed'))
  const other = newQueue()
  await Promise.all([send(), other.flush()])
  other.close()
  expect(publishes()).toHaveLength(1)
})

it('does not publish a listing that is taken back while its photos are sent', async () => {
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  meanwhile = () => cancelSending('ama', listing.key)
  await send()
  expect(publishes()).toEqual([])
  // The server's draft is still known.
  expect(findListing('ama', listing.key)).toMatchObject({ delivery: null, productId: 'p1' })
})

it('does not publish or store a listing that is deleted while its photos are sent', async () => {
  const listing = waiting('Bed')
  await storeListing('ama', listing)
  meanwhile = () => deleteListing(listing.key)
  await send()
  expect(publishes()).toEqual([])
  expect(listListings('ama')).toEqual([])
})

it('sends the newest words of the next listing', async () => {
  const first = waiting('Bed', { changedAt: 1 })
  const second = waiting('Lamp', { changedAt: 2 })
  await storeListing('ama', first)
  await storeListing('ama', second)
  meanwhile = () => {
    meanwhile = undefined
    return storeListing('ama', { ...second, values: { ...second.values, title: 'New lamp' }, changedAt: 3 })
  }
  await send()
  expect(
    toasts()
      .slice(-2)
      .map(([, title]) => title),
  ).toEqual(['Bed', 'New lamp'])
  expect(form).toMatchObject({ title: 'New lamp' })
})

it('stops if somebody else signs in during sending', async () => {
  await storeListing('ama', waiting('Bed', { changedAt: 1 }))
  await storeListing('ama', waiting('Lamp', { changedAt: 2 }))
  meanwhile = () => signInAs('kofi')
  await send()
  expect(sent).toEqual(['POST /api/selling/products', 'photos of p1'])
  expect(listListings('ama').map(({ delivery }) => delivery)).toEqual(['waiting', 'waiting'])
})
