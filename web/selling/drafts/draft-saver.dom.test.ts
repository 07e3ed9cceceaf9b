import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refusal } from '#testing/refusal.ts'
import type { DraftForm } from '#contract/selling/selling.ts'
import { signInAs } from '#testing/accounts/session.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { EMPTY_LISTING, type ListingValues } from '#web/selling/editor/blank-listing.ts'
import { DraftSaver } from './draft-saver.ts'
import { findListing, type StoredListing, storedListings } from './stored-listings.ts'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { publishListing } from './publish-listing.ts'

interface Body {
  clientKey?: string
  version?: number
  form: DraftForm
}

/** A server with one draft, reduced to saving. */
let stored: { clientKey?: string; version: number; form: DraftForm; status: string } | undefined
let sent: string[]
/** Keys of the drafts to create. */
let keys: (string | undefined)[]
/** Answers wait for it. */
let gate: Promise<void> | undefined
let failure: Response | 'lost' | 'no network' | undefined

function answer(method: string, { clientKey, version, form }: Body): Response {
  const isSame = JSON.stringify(stored?.form) === JSON.stringify(form)
  if (method === 'GET') return Response.json({ id: 'p1', ...stored })
  if (method === 'POST') keys.push(clientKey)
  if (method === 'POST') stored ??= { clientKey, version: 1, form, status: 'draft' }
  else if (!stored) return refusal('product-not-found')
  else if (!isSame && version !== stored.version) return refusal('edited-elsewhere')
  else if (!isSame) stored = { ...stored, version: stored.version + 1, form }
  const product = { id: 'p1', ...stored, photos: [], buyer: null, createdAt: '', updatedAt: '' }
  return Response.json(product, { status: method === 'POST' ? 201 : 200 })
}

const api = createApiClient({
  fetch: async (path, init) => {
    if (failure === 'no network') throw new TypeError('Failed to fetch')
    sent.push(`${init?.method} ${path}`)
    await gate
    if (failure instanceof Response) return failure.clone()
    const reply = answer(
      init?.method ?? 'GET',
      JSON.parse((init?.body as string | undefined) ?? '{}') as Body,
    )
    if (failure === 'lost') throw new TypeError('Failed to fetch')
    return reply
  },
})

let saver: DraftSaver
const typed = (title: string): ListingValues => ({ ...EMPTY_LISTING, title })
function open(start: StoredListing = newListing()) {
  saver = new DraftSaver(api, 'ama', start)
  saver.open()
  return saver
}
const setOnline = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)

beforeEach(() => {
  vi.useFakeTimers()
  signInAs('ama')
  stored = undefined
  failure = undefined
  gate = undefined
  sent = []
  keys = []
})
afterEach(async () => {
  saver.abandon()
  await storedListings.deleteWhere(() => true)
})

it('stores each change on the phone and sends the draft after a pause', async () => {
  open()
  saver.change(typed('B'))
  saver.change(typed('Be'))
  saver.change(typed('Bed'))
  expect(saver.read().where).toBe('phone')
  expect(findListing('ama', saver.listing().key)?.values.title).toBe('Bed')
  expect(sent).toEqual([])
  await vi.runAllTimersAsync()
  expect(sent).toEqual(['POST /api/selling/products'])
  expect(saver.read()).toMatchObject({ where: 'server', productId: 'p1', version: 1 })
  saver.change(typed('Bedside lamp'))
  await vi.runAllTimersAsync()
  expect(sent.at(-1)).toBe('PUT /api/selling/products/p1/draft')
  expect(saver.read()).toMatchObject({ where: 'server', version: 2 })
  expect(findListing('ama', saver.listing().key)).toMatchObject({
    productId: 'p1',
    version: 2,
    isSaved: true,
  })
})

it('sends text typed during a request with the next one', async () => {
  open()
  saver.change(typed('Bed'))
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const first = saver.flush()
  await expect.poll(() => sent).toHaveLength(1)
  saver.change(typed('Bedside'))
  resolve()
  await first
  expect(saver.read().where).toBe('phone')
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(2)
  expect(stored?.form.title).toBe('Bedside')
  expect(saver.read().where).toBe('server')
})

it('waits without a network and sends when it is back', async () => {
  const online = setOnline(false)
  open()
  saver.change(typed('Bed'))
  await vi.runAllTimersAsync()
  expect(sent).toEqual([])
  expect(saver.read()).toMatchObject({ where: 'phone', refusal: null })
  online.mockReturnValue(true)
  await saver.flush()
  expect(saver.read().where).toBe('server')
})

it('retries by itself while the browser wrongly reports a network', async () => {
  failure = 'no network'
  open()
  saver.change(typed('Bed'))
  await vi.advanceTimersByTimeAsync(2000)
  expect(saver.read()).toMatchObject({ where: 'phone', refusal: null })
  failure = undefined
  await vi.advanceTimersByTimeAsync(20_000)
  expect(saver.read().where).toBe('server')
})

it('creates one draft even if the first answer was lost', async () => {
  failure = 'lost'
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  expect(saver.read().productId).toBeNull()
  failure = undefined
  saver.change(typed('Bedside lamp'))
  await saver.flush()
  expect(sent).toEqual([
    'POST /api/selling/products',
    'POST /api/selling/products',
    'PUT /api/selling/products/p1/draft',
  ])
  expect(stored?.form.title).toBe('Bedside lamp')
  expect(saver.read()).toMatchObject({ where: 'server', productId: 'p1', version: 2 })
})

it('sends the key of the listing with every attempt, by which the server knows the draft', async () => {
  failure = 'lost'
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  await saver.productId().catch(() => undefined)
  await saver.flush()
  expect(keys.length).toBeGreaterThan(1)
  expect([...new Set(keys)]).toEqual([saver.listing().key])
})

it('stops if the draft was changed elsewhere, and saves over it on request', async () => {
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  stored = { ...stored!, version: 5, form: { ...stored!.form, title: 'Changed elsewhere' } }
  saver.change(typed('Bedside lamp'))
  await saver.flush()
  expect(saver.read().refusal?.code).toBe('edited-elsewhere')
  saver.change(typed('Bedside lamp, new'))
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(2)
  expect(findListing('ama', saver.listing().key)?.values.title).toBe('Bedside lamp, new')
  saver.saveOver({ id: 'p1', version: 5, status: 'draft' } as Parameters<typeof saver.saveOver>[0])
  await vi.runAllTimersAsync()
  expect(stored.form.title).toBe('Bedside lamp, new')
  expect(saver.read()).toMatchObject({ where: 'server', refusal: null, version: 6 })
})

it('does not save over its own draft if another browser changed it', async () => {
  failure = 'lost'
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  failure = undefined
  stored = { ...stored!, version: 2, form: { ...stored!.form, title: 'Changed elsewhere' } }
  saver.change(typed('Bedside lamp'))
  await saver.flush()
  expect(saver.read()).toMatchObject({
    refusal: { code: 'edited-elsewhere' },
    productId: 'p1',
    version: null,
  })
  expect(stored.form.title).toBe('Changed elsewhere')
  expect(findListing('ama', saver.listing().key)?.values.title).toBe('Bedside lamp')
})

it('continues as a change of a published listing on request', async () => {
  open()
  saver.change(typed('Bed'))
  stored = {
    clientKey: saver.listing().key,
    version: 2,
    form: { ...EMPTY_LISTING, title: 'Bed' },
    status: 'available',
  }
  await saver.flush()
  expect(saver.read()).toMatchObject({
    refusal: { code: 'already-published' },
    productId: 'p1',
    version: null,
  })
  saver.saveOver({ id: 'p1', version: 2, status: 'available' } as Parameters<typeof saver.saveOver>[0])
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
  expect(saver.listing()).toMatchObject({ isPublished: true, isSaved: false, version: 2 })
})

it('adds no photos to a listing published under its key', async () => {
  stored = { version: 2, form: { ...EMPTY_LISTING, title: 'Bed' }, status: 'available' }
  open()
  await expect(saver.productId()).rejects.toMatchObject({ code: 'already-published' })
  expect(saver.read()).toMatchObject({ refusal: { code: 'already-published' }, productId: 'p1' })
  await expect(saver.productId()).rejects.toMatchObject({ code: 'already-published' })
  // The same holds after a reload.
  open({ ...saver.listing(), isPublished: true })
  await expect(saver.productId()).rejects.toMatchObject({ code: 'already-published' })
  saver.saveOver({ id: 'p1', version: 2, status: 'available' } as Parameters<typeof saver.saveOver>[0])
  expect(await saver.productId()).toBe('p1')
})

it('does not save over a draft that this browser has not stored', async () => {
  stored = { version: 1, form: { ...EMPTY_LISTING, title: 'Begun before' }, status: 'draft' }
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  expect(saver.read().refusal?.code).toBe('edited-elsewhere')
  expect(stored.form.title).toBe('Begun before')
  await expect(saver.productId()).rejects.toMatchObject({ code: 'edited-elsewhere' })
})

it('saves over its own draft after a reload', async () => {
  failure = 'lost'
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  failure = undefined
  open(findListing('ama', saver.listing().key))
  saver.change(typed('Bedside lamp'))
  await saver.flush()
  expect(saver.read()).toMatchObject({ where: 'server', refusal: null, version: 2 })
})

it('creates one draft for photos that come before the first word', async () => {
  open()
  expect(await Promise.all([saver.productId(), saver.productId()])).toEqual(['p1', 'p1'])
  expect(findListing('ama', saver.listing().key)?.productId).toBe('p1')
  setOnline(false)
  expect(await saver.productId()).toBe('p1')
  open()
  await expect(saver.productId()).rejects.toMatchObject({ status: 0 })
})

it('shows the refusal and keeps the draft', async () => {
  failure = refusal('too-many-drafts')
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  expect(saver.read()).toMatchObject({ where: 'phone', refusal: { code: 'too-many-drafts' } })
  await expect(saver.productId()).rejects.toMatchObject({ code: 'too-many-drafts' })
})

it('reports it saved only if all of it is', async () => {
  open()
  saver.change({ ...typed('Bed'), price: '12.345' })
  await saver.flush()
  expect(stored?.form).toMatchObject({ title: 'Bed', price: '' })
  expect(saver.read().where).toBe('phone')
  saver.change({ ...typed('Bed'), price: '12.5' })
  await saver.flush()
  expect(saver.read().where).toBe('server')
})

it('never saves a published listing by itself', async () => {
  open({ ...newListing(), isPublished: true, productId: 'p1', version: 3 })
  saver.change(typed('Bed'))
  await vi.runAllTimersAsync()
  await saver.flush()
  expect(sent).toEqual([])
  expect(saver.read().where).toBe('phone')
})

it('sends the rest when the page closes, and nothing once it is abandoned', async () => {
  open()
  saver.change(typed('Bed'))
  saver.close()
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
  saver.abandon()
  saver.change(typed('Bedside lamp'))
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
  expect(findListing('ama', saver.listing().key)?.values.title).toBe('Bed')
})

it('recognises its own words if the answer to an autosave was lost', async () => {
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  failure = 'lost'
  for (const title of ['Bedside', 'Bedside lamp']) {
    saver.change(typed(title))
    await saver.flush()
  }
  expect(stored).toMatchObject({ version: 2, form: { title: 'Bedside' } })
  failure = undefined
  saver.change(typed('Bedside lamp, new'))
  await saver.flush()
  expect(saver.read()).toMatchObject({ where: 'server', refusal: null, version: 3 })
  expect(stored?.form.title).toBe('Bedside lamp, new')
})

it("does not take another browser's words for its own lost ones", async () => {
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  failure = 'no network'
  saver.change(typed('Bedside'))
  await saver.flush()
  failure = undefined
  stored = { ...stored!, version: 2, form: { ...stored!.form, title: 'Changed elsewhere' } }
  await saver.flush()
  expect(saver.read()).toMatchObject({ refusal: { code: 'edited-elsewhere' }, version: 1 })
  expect(stored.form.title).toBe('Changed elsewhere')
})

it('retries a refused draft after a change and does not block publishing', async () => {
  open()
  saver.change(typed('Bed'))
  await saver.flush()
  failure = refusal('invalid-input')
  saver.change(typed('Bad'))
  await saver.flush()
  expect(saver.read().refusal?.code).toBe('invalid-input')
  failure = undefined
  saver.change(typed('Good'))
  await vi.runAllTimersAsync()
  expect(saver.read()).toMatchObject({ where: 'server', refusal: null })

  failure = refusal('invalid-input')
  saver.change(typed('Bad'))
  await saver.flush()
  failure = undefined
  await publishListing(api, saver, { ...stored!.form, title: 'Fine' } as Parameters<typeof publishListing>[2])
  expect(sent.at(-1)).toBe('POST /api/selling/products/p1/publish')
})

it('sends nothing for another person', async () => {
  open()
  saver.change(typed('Bed'))
  signInAs('kofi')
  await vi.runAllTimersAsync()
  await saver.flush()
  await expect(saver.productId()).rejects.toMatchObject({ status: 401 })
  writeSession(null, 'signed-out')
  await saver.flush()
  expect(sent).toEqual([])
  expect(findListing('ama', saver.listing().key)?.values.title).toBe('Bed')
  signInAs('ama')
  await saver.flush()
  expect(sent).toHaveLength(1)
})
