// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { signInAs } from '#testing/session.ts'
import type { PhotosState } from '#web/photos/photo-entries.ts'
import { createApiClient } from '#web/api/client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { toastStore } from '#web/ui/toast.ts'
import { EMPTY_LISTING } from './blank-listing.ts'
import { forgetListing, keepListing, type KeptListing, keptListing, keptListings } from './kept-listings.ts'
import { newListing } from './listing-start.ts'
import { sendWaitingListings } from './send-waiting-listings.ts'
import { takeBack } from './take-back.ts'

const waiting = (title: string, change: Partial<KeptListing> = {}): KeptListing => ({
  ...newListing(),
  values: { ...EMPTY_LISTING, title, price: '120', category: 'other', region: 'Volta' },
  isSaved: false,
  publishing: 'waiting',
  ...change,
})

let sent: string[]
let instead: Record<string, Response | 'no network'>
let photos: Partial<PhotosState>
let form: object
/** What another browser published. */
let published: object | undefined
/** What somebody does while the photos are sent. */
let meanwhile: (() => unknown) | undefined

const refusal = (code: ProblemCode, others: Partial<ProblemBody['error']> = {}) =>
  Response.json(
    { error: { code, message: PROBLEMS[code].message, requestId: 'r', ...others } },
    { status: PROBLEMS[code].status },
  )

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
const send = () =>
  sendWaitingListings({
    api,
    queryClient: createQueryClient({ retry: false }),
    personId: 'ama',
    sendPhotos: async (_parts, saver) => {
      sent.push(`photos of ${await saver.productId()}`)
      await meanwhile?.()
      return { entries: [], isWaiting: false, ...photos } as unknown as PhotosState
    },
  })
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
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it('makes the draft, sends the photos, publishes, and says so', async () => {
  keepListing('ama', waiting('Bed'))
  keepListing('kofi', waiting('Not mine'))
  await send()
  expect(sent).toEqual([
    'POST /api/selling/products',
    'photos of p1',
    'POST /api/selling/products/p1/publish',
  ])
  expect(keptListings('ama')).toEqual([])
  expect(keptListings('kofi')).toHaveLength(1)
  expect(toasts().at(-1)).toEqual(['Your listing is online', 'Bed'])
  await send()
  expect(sent).toHaveLength(3)
})

it('counts what was published already as done', async () => {
  instead['POST /api/selling/products/p1/publish'] = refusal('already-published')
  keepListing('ama', waiting('Bed'))
  await send()
  expect(keptListings('ama')).toEqual([])
})

it('keeps what another browser published with other words', async () => {
  instead['POST /api/selling/products/p1/publish'] = refusal('already-published')
  const listing = waiting('Bed', { productId: 'p1', version: 1, isSaved: true })
  form = listing.values
  published = { title: 'Bedside lamp' }
  keepListing('ama', listing)
  await send()
  expect(keptListing('ama', listing.key)).toMatchObject({
    publishing: 'refused',
    message: 'It was published elsewhere with other words. Open it and choose which ones should stay.',
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
])('waits on when %s does not get through', async (_, breakIt) => {
  breakIt()
  const listing = waiting('Bed')
  keepListing('ama', listing)
  await send()
  expect(keptListing('ama', listing.key)?.publishing).toBe('waiting')
  instead = {}
  photos = {}
  await send()
  expect(keptListings('ama')).toEqual([])
})

it('keeps what is refused, with the reason, and goes on with the next', async () => {
  const fields = [{ field: 'form.category', message: 'Choose category' }]
  instead['POST /api/selling/products/p1/publish'] = refusal('invalid-input', { fields })
  const listing = waiting('Bed', { changedAt: 1 })
  keepListing('ama', listing)
  await send()
  const kept = keptListing('ama', listing.key)
  expect(kept).toMatchObject({ publishing: 'refused', message: 'Choose category', values: listing.values })
  expect(toasts().at(-1)).toEqual(['Your listing could not go online', 'Choose category'])
  await send()
  expect(sent).toHaveLength(3)
})

it.each([
  [['a', 'b', 'c'], '2 of 3 photos are no longer on this device. Add them again.'],
  [['a', 'b'], '1 of 2 photos is no longer on this device. Add it again.'],
])('says how many of %j are gone', async (keys, message) => {
  photos = { entries: [{ key: 'a', name: 'bed.jpg', state: 'success' }] } as unknown as PhotosState
  const listing = waiting('Bed', { photos: keys })
  keepListing('ama', listing)
  await send()
  expect(sent.filter((call) => call.endsWith('publish'))).toEqual([])
  expect(keptListing('ama', listing.key)).toMatchObject({ publishing: 'refused', message })
})

const failing = (change: Partial<PhotosState['entries'][0]>) => {
  const entry = { key: 'a', name: 'bed.jpg', state: 'error', message: 'Something went wrong.', ...change }
  return { entries: [{ isPassing: true, ...entry }] } as unknown as PhotosState
}

it('gives a photo up with which the server fails each time', async () => {
  photos = failing({ isFault: true })
  const listing = waiting('Bed')
  keepListing('ama', listing)
  for (let times = 1; times < 5; times += 1) {
    await send()
    expect(keptListing('ama', listing.key)).toMatchObject({ publishing: 'waiting', faults: times })
  }
  await send()
  expect(keptListing('ama', listing.key)).toMatchObject({
    publishing: 'refused',
    message: 'bed.jpg: Something went wrong.',
    faults: 0,
  })
})

it.each([
  ['a fault', failing({ isFault: true })],
  ['a busy server', failing({})],
  ['a picture that is not prepared', { entries: [{ state: 'success', photo: null }] }],
])('goes on with the next after %s', async (_, state) => {
  keepListing('ama', waiting('Bed', { changedAt: 1 }))
  const next = waiting('Lamp', { changedAt: 2 })
  keepListing('ama', next)
  photos = state as unknown as PhotosState
  meanwhile = () => {
    meanwhile = () => (photos = {})
  }
  await send()
  expect(keptListings('ama').map(({ values }) => values.title)).toEqual(['Bed'])
  expect(publishes()).toHaveLength(1)
})

it('never gives up for want of the server’s time', async () => {
  photos = failing({})
  const listing = waiting('Bed')
  keepListing('ama', listing)
  for (let times = 0; times < 7; times += 1) await send()
  expect(keptListing('ama', listing.key)?.publishing).toBe('waiting')
})

it('sends no photos to what is another browser’s by now', async () => {
  instead['POST /api/selling/products'] = Response.json({
    id: 'p1',
    status: 'available',
    version: 3,
    form: { ...EMPTY_LISTING, title: 'Bedside lamp' },
  })
  published = { title: 'Bedside lamp' }
  const listing = waiting('Bed')
  keepListing('ama', listing)
  await send()
  expect(sent.filter((call) => call.startsWith('photos'))).toEqual([])
  expect(keptListing('ama', listing.key)?.publishing).toBe('refused')
})

/** Locks as a browser has them: one holder at a time, the others in the order in which they came. */
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

it('lets go of a listing without waiting for the others', async () => {
  browserLocks()
  const other = waiting('Lamp', { changedAt: 2, publishing: null })
  keepListing('ama', waiting('Bed', { changedAt: 1 }))
  keepListing('ama', other)
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  meanwhile = () => {
    begin()
    return promise
  }
  const sending = send()
  await begun
  await takeBack('ama', other.key)
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
  keepListing('ama', listing)
  await send()
  expect(keptListing('ama', listing.key)).toMatchObject({
    publishing: 'refused',
    message: 'bed.jpg: This file is not a picture.',
  })
})

it('sends nothing while there is no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  keepListing('ama', waiting('Bed'))
  await send()
  expect(sent).toEqual([])
})

it('leaves it to the tab that sends already', async () => {
  const request = vi.fn(async (_name: string, _options: object, work: (lock: null) => Promise<void>) =>
    work(null),
  )
  vi.stubGlobal('navigator', { onLine: true, locks: { request } })
  keepListing('ama', waiting('Bed'))
  await send()
  expect(sent).toEqual([])
  expect(request).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

it('does not publish what is taken back while its photos are sent', async () => {
  const listing = waiting('Bed')
  keepListing('ama', listing)
  meanwhile = () => takeBack('ama', listing.key)
  await send()
  expect(publishes()).toEqual([])
  // The draft at the server is known all the same.
  expect(keptListing('ama', listing.key)).toMatchObject({ publishing: null, productId: 'p1' })
})

it('does not publish what is deleted while its photos are sent, nor keeps it anew', async () => {
  const listing = waiting('Bed')
  keepListing('ama', listing)
  meanwhile = () => forgetListing('ama', listing.key)
  await send()
  expect(publishes()).toEqual([])
  expect(keptListings('ama')).toEqual([])
})

it('sends the newest words of the one that comes after', async () => {
  const first = waiting('Bed', { changedAt: 1 })
  const second = waiting('Lamp', { changedAt: 2 })
  keepListing('ama', first)
  keepListing('ama', second)
  meanwhile = () => {
    meanwhile = undefined
    keepListing('ama', { ...second, values: { ...second.values, title: 'New lamp' }, changedAt: 3 })
  }
  await send()
  expect(
    toasts()
      .slice(-2)
      .map(([, title]) => title),
  ).toEqual(['Bed', 'New lamp'])
  expect(form).toMatchObject({ title: 'New lamp' })
})

it('stops when somebody else signs in meanwhile', async () => {
  keepListing('ama', waiting('Bed', { changedAt: 1 }))
  keepListing('ama', waiting('Lamp', { changedAt: 2 }))
  meanwhile = () => signInAs('kofi')
  await send()
  expect(sent).toEqual(['POST /api/selling/products', 'photos of p1'])
  expect(keptListings('ama').map(({ publishing }) => publishing)).toEqual(['waiting', 'waiting'])
})
