import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from '#web/platform/router/use-router.ts'
import { Pages } from '#testing/web/memory-router.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { refusal } from '#testing/refusal.ts'
import { Site } from '#testing/web/site.tsx'
import { fill } from '#testing/market/fill.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { sessionOf, signInAs } from '#testing/accounts/signed-in.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { ListingFormPage } from './ListingFormPage.tsx'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { type UnsentPhoto, unsentPhotos } from '#web/photos/uploading/unsent-photos.ts'
import {
  deleteListing,
  findListing,
  listListings,
  storedListings,
  storeListing,
} from '#web/selling/drafts/stored-listings.ts'
import { forgetLastLocation, storeLastLocation } from '#web/selling/drafts/last-location.ts'

/** A new person in each test, because a form still saves after the person leaves it. */
const { user } = sessionOf('')
const CATEGORIES = [
  { id: 'mobile', name: 'Phones & Tablets', icon: 'mobile' },
  { id: 'other', name: 'Other', icon: 'other' },
]
const photo = {
  id: 'ph1',
  clientKey: null,
  fileName: 'front.jpg',
  state: 'ready' as const,
  photo: { src: '/photos/private/1.a/p', width: 640, height: 480, thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A' },
  refusal: null,
}
const PRODUCT: OwnProduct = {
  id: 'p1',
  status: 'draft',
  version: 1,
  form: {
    ...EMPTY_LISTING,
    title: 'Samsung Galaxy A54',
    price: '1850.00',
    category: 'mobile',
    condition: 'good',
    region: 'Ashanti',
  },
  photos: [photo],
  buyer: null,
  hold: null,
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-01T12:00:00.000Z',
}

const PRICE_RANGE = { of: 'sold', low: 900, high: 1200 }

let product: OwnProduct
let profileTown: string
const TOWNS = [
  {
    id: 1,
    name: 'Kumasi',
    otherNames: [],
    region: 'Ashanti',
    withinId: null,
    latitude: 6.69,
    longitude: -1.62,
  },
  {
    id: 2,
    name: 'Osu',
    otherNames: [],
    region: 'Greater Accra',
    withinId: null,
    latitude: 5.55,
    longitude: -0.18,
  },
]

let calls: { call: string; body: { version?: number; form: Record<string, unknown> } }[]
/** Answers that replace the server's, each used once. */
let instead: Record<string, Response[]>

function answer(call: string, body: { form?: OwnProduct['form'] } | undefined): Response {
  if (call.startsWith('GET /api/price-range')) return Response.json({ range: PRICE_RANGE })
  if (call === 'GET /api/profile') return Response.json({ profile: { location: profileTown } })
  if (call === 'GET /api/towns') return Response.json({ towns: TOWNS })
  if (call === 'GET /api/categories') return Response.json({ categories: CATEGORIES })
  if (call === 'POST /api/selling/products') product = { ...product, id: 'p1', photos: [] }
  if (body?.form) product = { ...product, form: body.form, version: product.version + 1 }
  if (call.endsWith('/publish')) product = { ...product, status: 'available' }
  return Response.json(product)
}

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

function open(address: string) {
  const api = createApiClient({
    accessToken: async () => 'a.b.c',
    fetch: async (path, init) => {
      const call = `${init?.method} ${path}`
      const body =
        typeof init?.body === 'string' ? (JSON.parse(init.body) as (typeof calls)[0]['body']) : undefined
      if (init?.method !== 'GET') calls.push({ call, body: body ?? { form: {} } })
      return instead[call]?.shift() ?? answer(call, body as Parameters<typeof answer>[1])
    },
  })
  render(
    <Site api={api} at={address}>
      <Pages
        pages={{ '/create-product': <ListingFormPage />, '/edit-product/:id': <ListingFormPage /> }}
        elsewhere={<p>Elsewhere</p>}
      />
      <Address />
      <Toaster />
    </Site>,
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const shown = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) => fill(field(name), value)
const address = () => screen.getByLabelText('address').textContent
const callsOf = (call: string) => calls.filter((one) => one.call === call)
/** All calls but the one that only looks at the texts. */
const savingCalls = () => calls.filter(({ call }) => call !== 'POST /api/selling/listing-check')

beforeEach(() => {
  user.id = crypto.randomUUID()
  product = PRODUCT
  profileTown = ''
  calls = []
  instead = {}
  signInAs(user.id)
})
afterEach(async () => {
  await storedListings.deleteWhere(() => true)
  forgetLastLocation()
})

it('changes its four tabs by arrow keys and keeps their content', async () => {
  open('/create-product')
  await shown('Title')
  type('Title', 'Bed')
  const tab = (name: string) => screen.getByRole('tab', { name })
  tab('Basic Info').focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(tab('Images').getAttribute('aria-selected')).toBe('true')
  expect(document.activeElement).toBe(tab('Images'))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: /Smartphone/ })).toBeDefined()
  await userEvent.keyboard('{Home}')
  expect(field('Title').value).toBe('Bed')
})

it('gives phones the right keyboards', async () => {
  open('/create-product')
  await shown('Title')
  expect(field('Price in GH₵').inputMode).toBe('decimal')
  expect(field('Title').getAttribute('enterkeyhint')).toBe('next')
  expect(screen.getByText('0 / 100')).toBeDefined()
  type('Title', 'Bed')
  expect(screen.getByText('3 / 100')).toBeDefined()
})

it('shows the errors, marks their tabs and focuses the first wrong field', async () => {
  open('/create-product')
  await shown('Title')
  await userEvent.click(screen.getByRole('tab', { name: 'Templates' }))
  await press('Publish listing')
  expect(await screen.findByText('Title too short')).toBeDefined()
  for (const text of [
    'Invalid price',
    'Choose category',
    'Choose condition',
    'Choose a region',
    'Please fix the errors',
  ]) {
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  }
  await waitFor(() => expect(document.activeElement).toBe(field('Title')))
  expect(screen.getByRole('tab', { name: 'Basic Info, has errors' }).getAttribute('aria-selected')).toBe(
    'true',
  )
  expect(screen.getByRole('tab', { name: 'Images, has errors' })).toBeDefined()
  expect(callsOf('POST /api/selling/products/p1/publish')).toEqual([])
})

it('checks a field when the person leaves it, then on each change', async () => {
  open('/create-product')
  const title = await shown('Title')
  await userEvent.type(title, 'ab')
  expect(screen.queryByText('Title too short')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Title too short')).toBeDefined()
  await userEvent.type(title, 'c')
  await waitFor(() => expect(screen.queryByText('Title too short')).toBeNull())
})

it('opens the images tab if only images are missing', async () => {
  product = { ...PRODUCT, photos: [] }
  open('/edit-product/p1')
  await shown('Title')
  await press('Publish listing')
  expect(await screen.findByText('Add at least 1 image')).toBeDefined()
  expect(screen.getByRole('tab', { name: 'Images, has errors' }).getAttribute('aria-selected')).toBe('true')
})

it('fills in a template and confirms before it replaces typed words', async () => {
  open('/create-product')
  await shown('Title')
  const choose = async (name: RegExp) => {
    await userEvent.click(screen.getByRole('tab', { name: 'Templates' }))
    await press(name)
  }
  await choose(/Smartphone/)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toContain(
    'Repairs or parts changed:',
  )
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' }).value).toBe('mobile')
  expect(field('Detail 1 name').value).toBe('Box, charger')
  expect(screen.getByRole('button', { name: 'Remove tag smartphone' })).toBeDefined()
  expect(document.activeElement).toBe(field('Title'))

  type('Description', 'Bought last year.')
  await choose(/Textbook/)
  await press('Fill in empty parts only')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Bought last year.')
  await choose(/Textbook/)
  await press('Replace what I wrote')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toContain('Pages and binding:')
  expect(field('Detail 1 name').value).toBe('Subject')
})

it('adds tags on Enter and comma, and removes them', async () => {
  open('/create-product')
  await shown('Title')
  await userEvent.type(field('Tags'), 'dual sim{Enter}android,Android,')
  const tags = within(screen.getByRole('list', { name: 'Chosen tags' }))
  expect(tags.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['dual sim', 'android'])
  await userEvent.type(field('Tags'), '{Backspace}')
  await press('Remove tag dual sim')
  expect(screen.queryByRole('list', { name: 'Chosen tags' })).toBeNull()
  expect(document.activeElement).toBe(field('Tags'))
})

it('adds and removes details and names a missing part', async () => {
  open('/edit-product/p1')
  await shown('Title')
  await press('Add a detail')
  await press('Add a detail')
  fill(field('Detail 2 value'), '128 GB')
  await press('Publish listing')
  expect(await screen.findByText('This field is required')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(field('Detail 2 name')))
  await press('Remove detail 2')
  expect(screen.queryByRole('textbox', { name: 'Detail 2 name' })).toBeNull()
})

const HOLD: OwnProduct['hold'] = {
  cause: 'photo-of-another',
  since: '2026-10-01T12:00:00.000Z',
  until: '2026-10-04T12:00:00.000Z',
  answer: null,
  mayAnswer: true,
}

it('does not call a held listing online', async () => {
  instead['POST /api/selling/products/p1/publish'] = [
    Response.json({ ...product, status: 'held', hold: HOLD }),
  ]
  open('/edit-product/p1')
  await shown('Title')
  await press('Publish listing')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(screen.getByText('Your listing is not shown yet')).toBeDefined()
  expect(screen.getByText('A photo was in another seller’s listing first.')).toBeDefined()
  expect(screen.queryByText('Your listing is online')).toBeNull()
})

it('says why and until when a listing is held, and sends one answer', async () => {
  product = { ...product, status: 'held', hold: HOLD }
  open('/edit-product/p1')
  const notice = within(await screen.findByRole('region', { name: 'Why it is not shown' }))
  expect(notice.getByText('A photo was in another seller’s listing first.')).toBeDefined()
  expect(notice.getByText(/on 4 Oct.* at the latest/)).toBeDefined()
  type('Tell the moderators', 'I took it myself')
  const sent = { words: 'I took it myself', createdAt: '2026-10-02T12:00:00.000Z' }
  instead['POST /api/selling/products/p1/answers'] = [
    Response.json({ ...HOLD, answer: sent, mayAnswer: false }),
  ]
  await press('Send to the moderators')
  expect(await notice.findByText('You can write again tomorrow.')).toBeDefined()
  expect(notice.getByText('I took it myself')).toBeDefined()
  expect(callsOf('POST /api/selling/products/p1/answers')).toHaveLength(1)
})

it('takes no answer after a decision', async () => {
  product = { ...product, status: 'held', hold: { ...HOLD, cause: 'removed', until: null, mayAnswer: false } }
  open('/edit-product/p1')
  const notice = within(await screen.findByRole('region', { name: 'Why it is not shown' }))
  expect(notice.getByRole('link', { name: 'Read the decision' })).toBeDefined()
  expect(notice.queryByRole('textbox')).toBeNull()
})

it('publishes and goes to the market', async () => {
  open('/edit-product/p1')
  await shown('Title')
  type('Description', 'Works in every way.')
  await press('Publish listing')
  await waitFor(() => expect(address()).toBe('/products'))
  expect(screen.getByText('Your listing is online')).toBeDefined()
  const { body } = callsOf('POST /api/selling/products/p1/publish')[0]!
  expect(body).toMatchObject({ version: 2, form: { price: '1850.00', description: 'Works in every way.' } })
  expect(listListings(user.id)).toEqual([])
})

it("shows the server's errors beside their fields and keeps all words", async () => {
  const fields = [{ field: 'form.title', message: 'Must be at most 100 characters long' }]
  instead['POST /api/selling/products/p1/publish'] = [refusal('invalid-input', { fields }), refusal('fault')]
  open('/edit-product/p1')
  await shown('Title')
  await press('Publish listing')
  expect(await screen.findByText('Must be at most 100 characters long')).toBeDefined()
  expect(screen.getByText('Please fix the errors')).toBeDefined()
  expect(document.activeElement).toBe(field('Title'))
  type('Title', 'Samsung Galaxy A54, black')
  await press('Publish listing')
  expect((await screen.findAllByText('Failed to create product. Please try again.')).length).toBeGreaterThan(
    0,
  )
  expect(field('Title').value).toBe('Samsung Galaxy A54, black')
})

it('keeps the typed text and requests a login if nobody is signed in', async () => {
  instead['POST /api/selling/products/p1/publish'] = [refusal('authentication-required')]
  open('/edit-product/p1')
  await shown('Title')
  localStorage.clear()
  type('Title', 'Samsung Galaxy A54, black')
  await press('Publish listing')
  expect(await screen.findByText('Log in to send. What you typed stays here.')).toBeDefined()
  expect(screen.getByRole('link', { name: /^Log in/ }).getAttribute('target')).toBe('_blank')
  expect(field('Title').value).toBe('Samsung Galaxy A54, black')
})

it('keeps typed text over a reload and offers to continue', async () => {
  open('/create-product')
  await shown('Title')
  type('Title', 'Wooden bed')
  await waitFor(() => expect(address()).toMatch(/^\/create-product\?draft=/))
  const again = address() ?? ''
  cleanup()
  open(again)
  expect((await shown('Title')).value).toBe('Wooden bed')
  cleanup()
  open('/create-product')
  expect(await screen.findByRole('heading', { name: 'Continue your draft' })).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: /Wooden bed/ }))
  expect((await shown('Title')).value).toBe('Wooden bed')
  cleanup()
  open('/create-product')
  await screen.findByRole('heading', { name: 'Continue your draft' })
  await press('Start a new listing')
  expect((await shown('Title')).value).toBe('')
})

it('keeps changes of a published listing on this device until they are saved', async () => {
  product = { ...PRODUCT, status: 'available', version: 4 }
  open('/edit-product/p1')
  expect((await shown('Title')).value).toBe('Samsung Galaxy A54')
  expect(screen.getByText('No changes')).toBeDefined()
  type('Title', 'Samsung Galaxy A54, as new')
  expect(screen.getByText('Changes saved on this device')).toBeDefined()
  cleanup()
  expect(savingCalls()).toEqual([])
  open('/edit-product/p1')
  expect((await shown('Title')).value).toBe('Samsung Galaxy A54, as new')
  await press('Save changes')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(screen.getByText('Listing saved')).toBeDefined()
  expect(callsOf('PUT /api/selling/products/p1')[0]?.body.version).toBe(4)
})

async function conflict() {
  product = { ...PRODUCT, status: 'available', version: 4 }
  instead['PUT /api/selling/products/p1'] = [refusal('edited-elsewhere')]
  open('/edit-product/p1')
  await shown('Title')
  type('Title', 'Mine')
  product = { ...product, version: 5, form: { ...product.form, title: 'Theirs' } }
  await press('Save changes')
  await screen.findByText('This listing was changed in another tab or on another device.')
}

it('can save over a change from elsewhere', async () => {
  await conflict()
  expect(field('Title').value).toBe('Mine')
  await press('Keep my version')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(callsOf('PUT /api/selling/products/p1').map(({ body }) => body.version)).toEqual([4, 5])
})

it('can load a change from elsewhere and restore the typed words', async () => {
  await conflict()
  await press('Use the newer version')
  await waitFor(() => expect(field('Title').value).toBe('Theirs'))
  expect(screen.getByText('No changes')).toBeDefined()
  await press('Use my version')
  expect(field('Title').value).toBe('Mine')
  await press('Save changes')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(callsOf('PUT /api/selling/products/p1').at(-1)?.body).toMatchObject({
    version: 5,
    form: { title: 'Mine' },
  })
})

const startOfNext = async () => {
  cleanup()
  await storedListings.deleteWhere(() => true)
  open('/create-product')
  await shown('Title')
  return field('Town or area').value
}

it.each([
  ['Use the newer version', 'Adum, Kumasi'],
  ['Keep my version', 'Osu, Accra'],
])('the next listing starts at the location chosen by %s', async (choice, location) => {
  instead['PUT /api/selling/products/p1/draft'] = [refusal('edited-elsewhere')]
  open('/edit-product/p1')
  await shown('Title')
  type('Town or area', 'Osu, Accra')
  product = { ...product, version: 5, form: { ...product.form, region: 'Ashanti', location: 'Adum, Kumasi' } }
  dispatchEvent(new Event('online'))
  await screen.findByText('This listing was changed in another tab or on another device.')
  await press(choice)
  await waitFor(() =>
    expect(screen.queryByText('Which version do you want to keep?', { exact: false })).toBeNull(),
  )
  expect(await startOfNext()).toBe(location)
})

it('starts the next listing at the location of the restored words', async () => {
  await conflict()
  type('Town or area', 'Osu, Accra')
  await press('Use the newer version')
  await press('Use my version')
  expect(await startOfNext()).toBe('Osu, Accra')
})

it('confirms before the person leaves unsaved changes of a published listing', async () => {
  product = { ...PRODUCT, status: 'available' }
  open('/edit-product/p1')
  await shown('Title')
  type('Title', 'Samsung Galaxy A54, as new')
  await press('Cancel')
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeDefined()
  await press('Stay here')
  expect(address()).toBe('/edit-product/p1')
  await press('Cancel')
  await press('Discard my changes')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(listListings(user.id)).toEqual([])
})

it('offers to delete a cancelled draft', async () => {
  open('/edit-product/p1')
  await shown('Title')
  await press('Cancel')
  await press('Delete draft')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(callsOf(`DELETE /api/selling/products/p1?version=${PRODUCT.version}`)).toHaveLength(1)
})

it('shows that a draft is being deleted while another tab stops sending it', async () => {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  Object.defineProperty(navigator, 'locks', { value: { request: () => stopped }, configurable: true })
  open('/edit-product/p1')
  await shown('Title')
  await press('Cancel')
  await press('Delete draft')
  const busy = screen.getByRole<HTMLButtonElement>('button', { name: 'Deleting…' })
  expect(busy.disabled).toBe(true)
  expect(calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([])
  resolve()
  await waitFor(() => expect(address()).toBe('/dashboard'))
  Reflect.deleteProperty(navigator, 'locks')
})

it('stores a finished listing without a network and still allows changes', async () => {
  open('/edit-product/p1')
  await shown('Title')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  type('Title', 'Offline bed')
  await press('Publish listing')
  expect(await screen.findByText('Saved on this device')).toBeDefined()
  expect(listListings(user.id)).toMatchObject([{ delivery: 'waiting', values: { title: 'Offline bed' } }])
  expect(savingCalls()).toEqual([])
  expect(screen.getByRole('heading', { name: 'Waiting for the network' })).toBeDefined()
  instead['GET /api/selling/products/p1'] = [Response.error()]
  await press('Change it')
  expect((await shown('Title')).value).toBe('Offline bed')
})

it('waits for the network and then goes to the market', async () => {
  const listing = { ...newListing(), key: 'k1', values: { ...EMPTY_LISTING, title: 'Bed' }, isSaved: false }
  await storeListing(user.id, { ...listing, delivery: 'waiting' })
  open('/create-product?draft=k1')
  expect(await screen.findByRole('heading', { name: 'Waiting for the network' })).toBeDefined()
  await press('Change it')
  expect((await shown('Title')).value).toBe('Bed')
  act(() => void storeListing(user.id, { ...listing, delivery: 'waiting' }))
  await screen.findByRole('heading', { name: 'Waiting for the network' })
  await act(() => deleteListing('k1'))
  await waitFor(() => expect(address()).toBe('/products'))
})

it('says why a listing that was sent later was refused', async () => {
  const listing = { ...newListing(), key: 'k1', values: { ...EMPTY_LISTING, title: 'Bed' }, isSaved: false }
  await storeListing(user.id, { ...listing, delivery: 'refused', reason: 'Choose category' })
  open('/create-product?draft=k1')
  expect(await screen.findByText('This listing could not go online.')).toBeDefined()
  expect(screen.getAllByRole('alert')[0]?.textContent).toContain('Choose category')
})

it('shows that another person’s listing is not found', async () => {
  instead['GET /api/selling/products/p1'] = [refusal('product-not-found')]
  open('/edit-product/p1')
  expect(await screen.findByRole('heading', { name: 'Product not found' })).toBeDefined()
})

const chooseFirstPhoto = async () => {
  await userEvent.click(screen.getByRole('tab', { name: 'Images' }))
  const file = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Photo files'), file)
}

it('finds photos again that were added before any words and without a network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open('/create-product')
  await shown('Title')
  await chooseFirstPhoto()
  const [stored] = listListings(user.id)
  expect(stored).toMatchObject({ productId: null, photos: [expect.any(String)] })
  expect(address()).toBe(`/create-product?draft=${stored?.key}`)
  cleanup()
  open('/create-product')
  expect(await screen.findByRole('heading', { name: 'Continue your draft' })).toBeDefined()
})

it('starts under the key in the address if photos are stored under it', async () => {
  const key = crypto.randomUUID()
  const group = `listing ${user.id} ${key}`
  await unsentPhotos.put({ key: 'k1', personId: user.id, group, storedAt: Date.now() } as UnsentPhoto)
  open(`/create-product?draft=${key}`)
  await shown('Title')
  type('Title', 'Bed')
  expect(findListing(user.id, key)?.values.title).toBe('Bed')
})

it('starts a new draft if the address names a published listing', async () => {
  const key = crypto.randomUUID()
  open(`/create-product?draft=${key}`)
  await shown('Title')
  type('Title', 'Lamp')
  const [stored, ...others] = listListings(user.id)
  expect(others).toEqual([])
  expect(stored?.key).not.toBe(key)
  expect(address()).toBe(`/create-product?draft=${stored?.key}`)
})

it('starts one new draft from a draft that was deleted elsewhere', async () => {
  const values = { ...EMPTY_LISTING, title: 'Bed' }
  await storeListing(user.id, { ...newListing('k1'), productId: 'p1', version: 1, values, isSaved: false })
  instead['GET /api/selling/products/p1'] = [refusal('product-not-found')]
  open('/create-product?draft=k1')
  expect((await shown('Title')).value).toBe('Bed')
  const [stored, ...others] = listListings(user.id)
  expect(others).toEqual([])
  expect(stored).toMatchObject({ productId: null, values })
  expect(address()).toBe(`/create-product?draft=${stored?.key}`)
})

it.each<[string, Response | undefined, string]>([
  ['deleted', refusal('product-not-found'), 'Product not found'],
  ['published', undefined, 'Edit listing'],
])('deletes its copy of a saved draft that was %s elsewhere', async (_, answered, heading) => {
  await storeListing(user.id, { ...newListing('k1'), productId: 'p1', version: 1, values: PRODUCT.form })
  product = { ...PRODUCT, status: 'available' }
  if (answered) instead['GET /api/selling/products/p1'] = [answered]
  open('/create-product?draft=k1')
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
  await waitFor(() => expect(listListings(user.id)).toEqual([]))
  expect(screen.getByRole('heading', { name: heading })).toBeDefined()
})

it('waits for another tab to stop sending before changes are allowed', async () => {
  await storedListings.load()
  const { promise: idle, resolve } = Promise.withResolvers<void>()
  Object.defineProperty(navigator, 'locks', { value: { request: () => idle }, configurable: true })
  await storeListing(user.id, {
    ...newListing('k1'),
    values: PRODUCT.form,
    isSaved: false,
    delivery: 'waiting',
  })
  open('/create-product?draft=k1')
  await userEvent.click(await screen.findByRole('button', { name: 'Change it' }))
  expect(screen.getByRole('button', { name: 'Sending…' })).toBeDefined()
  expect(findListing(user.id, 'k1')?.delivery).toBeNull()
  resolve()
  expect((await shown('Title')).value).toBe(PRODUCT.form.title)
  Reflect.deleteProperty(navigator, 'locks')
})

it('confirms before the person loses photos that this device cannot store', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open('/create-product')
  await shown('Title')
  vi.spyOn(unsentPhotos, 'isUnstored').mockReturnValue(true)
  await chooseFirstPhoto()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  await waitFor(() => expect(leave()).toBe(true))
})

it('chooses the category that the title clearly names, until the seller chooses one', async () => {
  open('/create-product')
  await shown('Title')
  const category = screen.getByLabelText<HTMLSelectElement>('Category')
  type('Title', 'iPhone 12, 128 GB')
  expect(category.value).toBe('mobile')
  expect(screen.getByLabelText<HTMLSelectElement>('Storage').value).toBe('128 GB')
  type('Title', 'Wooden stool')
  expect(category.value).toBe('')
  type('Title', 'iPhone 12')
  await userEvent.selectOptions(category, 'other')
  type('Title', 'iPhone 12, 128 GB')
  expect(category.value).toBe('other')
})

it('offers the categories that the title may mean', async () => {
  open('/create-product')
  await shown('Title')
  type('Title', 'Samsung with charger')
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('')
  const suggested = within(screen.getByRole('group', { name: 'From your title' }))
  await userEvent.click(suggested.getByRole('button', { name: 'Phones & Tablets' }))
  expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe('mobile')
  expect(screen.queryByRole('group', { name: 'From your title' })).toBeNull()
})

it('asks for the attributes that fit the kind of thing, and hides none that is filled in', async () => {
  open('/create-product')
  await shown('Title')
  type('Title', 'iPhone 12')
  expect(field('Battery health (%)')).toBeDefined()
  expect(screen.queryByLabelText('RAM')).toBeNull()
  await press('More details')
  expect(document.activeElement).toBe(screen.getByLabelText('RAM'))
  expect(screen.queryByRole('button', { name: 'More details' })).toBeNull()
  type('Battery health (%)', '87')
  type('Title', 'Tecno Spark 10')
  expect(field('Battery health (%)').value).toBe('87')
  type('Battery health (%)', '')
  expect(field('Battery health (%)').value).toBe('')
})

it('asks for the condition with a tap and presets none', async () => {
  open('/create-product')
  await shown('Title')
  const conditions = within(screen.getByRole('group', { name: 'Condition' }))
  expect(conditions.queryByRole('radio', { checked: true })).toBeNull()
  await userEvent.click(conditions.getByRole('radio', { name: 'Like new' }))
  expect(conditions.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('like-new')
})

it('moves on Enter past the questions that are answered', async () => {
  open('/create-product')
  await userEvent.type(await shown('Title'), 'iPhone 12{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'New' }))
})

it("starts at the same person's last location on this device", async () => {
  storeLastLocation({ personId: user.id, region: 'Ashanti', location: 'Adum, Kumasi' })
  open('/create-product')
  await shown('Title')
  expect(await screen.findByText('In Ashanti')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Town or area').value).toBe('Adum, Kumasi')
  // Nothing is typed, so nothing needs to be stored.
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/dashboard'))
  cleanup()
  storeLastLocation({ personId: 'somebody-else', region: 'Ashanti', location: 'Adum, Kumasi' })
  open('/create-product')
  await shown('Title')
  expect(screen.getByLabelText<HTMLSelectElement>('Region').value).toBe('')
})

it("starts a first listing at the town of the person's profile and stores nothing yet", async () => {
  profileTown = 'Adum, Kumasi'
  open('/create-product')
  await shown('Title')
  expect(await screen.findByText('In Ashanti')).toBeTruthy()
  expect(field('Town or area').value).toBe('Adum, Kumasi')
  expect(address()).toBe('/create-product')
  expect(listListings(user.id)).toEqual([])
})

it('takes the region from the town, or offers a choice without one', async () => {
  open('/create-product')
  await shown('Title')
  const region = () => screen.queryByLabelText<HTMLSelectElement>('Region')
  expect(region()?.value).toBe('')
  type('Town or area', 'Adum, Kumasi')
  expect(await screen.findByText('In Ashanti')).toBeTruthy()
  expect(region()).toBeNull()
  type('Town or area', 'Osu')
  expect(screen.getByText('In Greater Accra')).toBeTruthy()
  type('Town or area', 'Behind the lorry station')
  expect(region()?.value).toBe('Greater Accra')
  type('Town or area', 'Kumasi')
  await press('Change region')
  await userEvent.selectOptions(screen.getByLabelText('Region'), 'Volta')
  type('Town or area', 'Kumasi, in the hills')
  expect(region()?.value).toBe('Volta')
})

it('keeps an earlier choice of region that contradicts the town', async () => {
  product = { ...PRODUCT, form: { ...PRODUCT.form, region: 'Volta', location: 'Kumasi' } }
  open('/edit-product/p1')
  await shown('Title')
  expect((await screen.findByLabelText<HTMLSelectElement>('Region')).value).toBe('Volta')
  await waitFor(() => expect(screen.queryByText('In Volta')).toBeNull())
  type('Town or area', 'Kumasi, in the hills')
  expect(screen.getByLabelText<HTMLSelectElement>('Region').value).toBe('Volta')
})

it('shows similar prices once title and category are filled in', async () => {
  open('/create-product')
  await shown('Title')
  await userEvent.type(screen.getByLabelText('Title'), 'iPhone 12, 128 GB')
  expect(screen.queryByText(/^Similar items/)).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Similar items sold for GH₵900 to GH₵1,200.')).toBeDefined()
})
