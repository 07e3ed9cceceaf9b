import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnPhoto } from '#contract/photos/photo-uploads.ts'
import { insertAccounts, limitKey, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { openPhotoFolder, outcomeOf, type PhotoToSend, sendPhoto } from '#testing/pictures/photos.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, statusesOf } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

let ama: TestClient
let kofi: TestClient
let picture: Uint8Array<ArrayBuffer>
/** A picture whose preparation takes long enough for its seller to see it. */
let large: Uint8Array<ArrayBuffer>

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  picture = new Uint8Array(await plainPicture(40, 30).jpeg().toBuffer())
  large = new Uint8Array(await plainPicture(6000, 4000).jpeg().toBuffer())
})
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of ['photo_uploads', 'products', 'rate_limits'] as const)
    await test.db.deleteFrom(table).execute()
})

const draft = () => insertProduct(test.db, { status: 'draft' })
const send = (client: TestClient, photo: Partial<PhotoToSend> = {}) =>
  sendPhoto(test.app, client.token, { bytes: picture, ...photo })
const sent = async (client: TestClient, photo: Partial<PhotoToSend> = {}) => {
  const response = await send(client, photo)
  expect(response.status).toBe(202)
  return (await response.json()) as OwnPhoto
}
/** Sends this number of photos to a product and waits for their preparation. Returns their ids. */
async function prepared(product: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push((await sent(ama, { product })).id)
  await test.jobs.settled()
  return ids
}
const photosOf = async (product: string): Promise<OwnPhoto[]> =>
  (await call<{ photos: OwnPhoto[] }>(ama, 'GET', `/api/selling/products/${product}`)).photos
const unassigned = async () => (await call<{ photos: OwnPhoto[] }>(ama, 'GET', '/api/selling/photos')).photos
const images = (product: string) =>
  test.db
    .selectFrom('product_images')
    .select(['id', 'position', 'is_primary', 'image_url'])
    .where('product_id', '=', product)
    .orderBy('position')
    .execute()
const filesOf = async (product: string) =>
  (await folder.files()).filter((key) => key.startsWith(`product-images/${product}/`))
/** Files that are not prepared yet. */
const received = async () =>
  (await folder.files()).filter((key) => key.startsWith('quarantine/') || key.startsWith('.incoming/'))
const refusal = async (client: TestClient, method: string, path: string, body?: object) =>
  outcomeOf(await client.send(method, path, body))
const arrange = (product: string, photos: string[]) =>
  call<{ photos: OwnPhoto[] }>(ama, 'PUT', `/api/selling/products/${product}/photos`, { photos })

describe('sending a photo', () => {
  it('is allowed for the owner of the listing only', async () => {
    const product = await draft()
    expect((await sendPhoto(test.app, undefined, { bytes: picture, product })).status).toBe(401)
    expect(await outcomeOf(await send(kofi, { product }))).toBe('product-not-found')
    expect((await send(ama, { product })).status).toBe(202)
    expect(await outcomeOf(await send(ama, { product: randomUUID() }))).toBe('product-not-found')
  })

  it('is answered at once with the final id and name', async () => {
    const product = await draft()
    const clientKey = randomUUID()
    const photo = await sent(ama, { product, clientKey, name: 'My bag (2).JPG' })
    expect(photo).toMatchObject({ clientKey, fileName: 'My bag (2).JPG', state: 'preparing', photo: null })
    await test.jobs.settled()
    const [ready] = await photosOf(product)
    expect(ready).toMatchObject({ id: photo.id, clientKey, fileName: 'My bag (2).JPG', state: 'ready' })
    expect(ready?.photo).toMatchObject({ width: 40, height: 30 })
    expect(await images(product)).toMatchObject([{ id: photo.id, position: 0, is_primary: true }])
    expect(await received()).toEqual([])
  })

  it('stores one photo when it is repeated before, during or after preparation', async () => {
    const product = await draft()
    const photo = { product, clientKey: randomUUID() }
    const replies = await Promise.all([send(ama, photo), send(ama, photo), send(ama, photo)])
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
    const first = await sent(ama, photo)
    await test.jobs.settled()
    expect(await sent(ama, photo)).toMatchObject({ id: first.id, state: 'ready' })
    expect(await images(product)).toHaveLength(1)
    expect(await filesOf(product)).toHaveLength(6)
    expect(await received()).toEqual([])
  })

  it('stores separate photos of two people with the same key', async () => {
    const clientKey = randomUUID()
    const [one, other] = [await sent(ama, { clientKey }), await sent(kofi, { clientKey })]
    expect(one.id).not.toBe(other.id)
  })

  it.each([
    ['bag.svg', 'picture-name'],
    ['bag', 'picture-name'],
    ['bag.jpg.exe', 'picture-name'],
    ['../bag.jpg', 'picture-name'],
    ['bag\u0000.jpg', 'picture-name'],
    ['<b>.png', 'picture-name'],
    [`${'a'.repeat(300)}.png`, 'picture-name'],
  ])('refuses the name %j', async (name, code) => {
    expect(await outcomeOf(await send(ama, { name }))).toBe(code)
  })

  it('requires ids as keys', async () => {
    expect(await outcomeOf(await send(ama, { clientKey: 'one' }))).toBe('invalid-input')
    expect(await outcomeOf(await send(ama, { product: 'one' }))).toBe('invalid-input')
  })

  it('is limited to 200 an hour', async () => {
    await test.db
      .insertInto('rate_limits')
      .values({
        key: limitKey(test, 'photo-upload', 'ama'),
        count: 200,
        resets_at: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute()
    expect(await outcomeOf(await send(ama))).toBe('too-many-requests')
  })
})

describe('photo limits', () => {
  it('allow exactly five of ten simultaneous photos in a listing', async () => {
    const product = await draft()
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(ama, { product })))
    const outcomes = await Promise.all(replies.map(outcomeOf))
    expect(outcomes.toSorted()).toEqual([
      ...Array<string>(5).fill('preparing'),
      ...Array<string>(5).fill('too-many-images'),
    ])
    await test.jobs.settled()
    expect(await images(product)).toHaveLength(5)
    expect(await filesOf(product)).toHaveLength(30)
    expect(await received()).toEqual([])
  })

  it('refuse a sixth photo unless it replaces one', async () => {
    const product = await draft()
    const [first = ''] = await prepared(product, 5)
    expect(await outcomeOf(await send(ama, { product }))).toBe('too-many-images')
    const before = await images(product)
    const next = await sent(ama, { product, replaces: first, bytes: large })
    // The seller sees the new photo; everybody else still sees the old one.
    expect((await photosOf(product)).map(({ id, state }) => [id, state])[0]).toEqual([next.id, 'preparing'])
    expect(await images(product)).toEqual(before)
    await test.jobs.settled()
    const after = await images(product)
    expect(after.map(({ id }) => id)).toEqual([next.id, ...before.slice(1).map(({ id }) => id)])
    expect(after[0]?.is_primary).toBe(true)
    const oldName = before[0]?.image_url.slice('/photos/'.length) ?? ''
    expect((await folder.files()).filter((key) => key.startsWith(oldName))).toEqual([])
  })

  it('keep only the last of several replacements', async () => {
    const product = await draft()
    const [first = ''] = await prepared(product, 5)
    const one = await sent(ama, { product, replaces: first })
    const two = await sent(ama, { product, replaces: one.id })
    const three = await sent(ama, { product, replaces: two.id })
    await test.jobs.settled()
    const ids = (await images(product)).map(({ id }) => id)
    expect(ids).toHaveLength(5)
    expect(ids[0]).toBe(three.id)
    expect(ids).not.toContain(one.id)
  })

  it('allow twenty unassigned photos per person', async () => {
    const replies = await Promise.all(Array.from({ length: 22 }, () => send(ama)))
    const outcomes = await Promise.all(replies.map(outcomeOf))
    expect(outcomes.filter((outcome) => outcome === 'too-many-unassigned-photos')).toHaveLength(2)
    expect(await unassigned()).toHaveLength(20)
    expect(await call(kofi, 'GET', '/api/selling/photos')).toEqual({ photos: [] })
  })
})

describe('arranging photos', () => {
  it('sets the order and makes the first one primary', async () => {
    const product = await draft()
    const [one = '', two = '', three = ''] = await prepared(product, 3)
    const reply = await arrange(product, [three, one, two])
    expect(reply.photos.map(({ id }) => id)).toEqual([three, one, two])
    expect((await images(product)).map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [three, true],
      [one, false],
      [two, false],
    ])
  })

  it('requires each photo exactly once', async () => {
    const product = await draft()
    const [one = '', two = ''] = await prepared(product, 2)
    const path = `/api/selling/products/${product}/photos`
    for (const photos of [[one], [one, one], [one, two, two], [one, two, randomUUID()], []])
      expect(await refusal(ama, 'PUT', path, { photos }), JSON.stringify(photos)).toBe('photos-changed')
    expect(await refusal(kofi, 'PUT', path, { photos: [one, two] })).toBe('product-not-found')
  })

  it('applies to photos that are still being prepared', async () => {
    const product = await draft()
    const [one, two] = [await sent(ama, { product }), await sent(ama, { product })]
    await arrange(product, [two.id, one.id])
    await test.jobs.settled()
    expect((await images(product)).map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [two.id, true],
      [one.id, false],
    ])
  })
})

describe('deleting a photo', () => {
  it('closes the gap, makes the next primary, and removes the files', async () => {
    const product = await draft()
    const [one, two] = await prepared(product, 2)
    await call(ama, 'DELETE', `/api/selling/photos/${one}`)
    expect(await images(product)).toMatchObject([{ id: two, position: 0, is_primary: true }])
    await call(ama, 'DELETE', `/api/selling/photos/${two}`)
    await test.jobs.settled()
    expect((await folder.folders()).filter((name) => name.includes(product))).toEqual([])
  })

  it('is allowed for its owner, but not for the last photo of a published listing', async () => {
    const product = await insertProduct(test.db)
    const [one, two] = await prepared(product, 2)
    expect(await refusal(kofi, 'DELETE', `/api/selling/photos/${one}`)).toBe('photo-not-found')
    const replies = await Promise.all([one, two].map((id) => ama.send('DELETE', `/api/selling/photos/${id}`)))
    expect(statusesOf(replies)).toEqual([200, 422])
    expect(await images(product)).toHaveLength(1)
  })

  it('and sending one show in the next reply to others', async () => {
    const product = await insertProduct(test.db)
    const shown = async () => {
      const headers = { 'cache-control': 'max-age=0' }
      const reply = await test.app.request(`/api/products/${product}`, { headers })
      return ((await reply.json()) as { photos: object[] }).photos.length
    }
    expect(await shown()).toBe(0)
    const [one] = await prepared(product, 2)
    expect(await shown()).toBe(2)
    await call(ama, 'DELETE', `/api/selling/photos/${one}`)
    expect(await shown()).toBe(1)
  })

  it('leaves no file of a photo in preparation', async () => {
    const product = await draft()
    const photo = await sent(ama, { product })
    await call(ama, 'DELETE', `/api/selling/photos/${photo.id}`)
    await test.jobs.settled()
    expect(await images(product)).toEqual([])
    expect((await folder.files()).filter((key) => /quarantine/.test(key) || key.includes(product))).toEqual(
      [],
    )
    expect(await refusal(ama, 'DELETE', `/api/selling/photos/${photo.id}`)).toBe('photo-not-found')
  })

  it('deletes the replaced photo as well', async () => {
    const product = await draft()
    const [one = ''] = await prepared(product, 1)
    const next = await sent(ama, { product, replaces: one })
    await call(ama, 'DELETE', `/api/selling/photos/${next.id}`)
    expect(await photosOf(product)).toEqual([])
  })
})

describe('assigning photos to listings', () => {
  it('creates a draft with the chosen photos, ready or not, in order', async () => {
    const one = await sent(ama)
    await test.jobs.settled()
    const two = await sent(ama)
    const chosen = { photos: [two.id, one.id], productId: null }
    const { productId } = await call<{ productId: string }>(ama, 'POST', '/api/selling/photos/assign', chosen)
    await test.jobs.settled()
    expect((await images(productId)).map(({ id, is_primary }) => [id, is_primary])).toEqual([
      [two.id, true],
      [one.id, false],
    ])
    expect(await unassigned()).toEqual([])
    // The browser repeats a request whose reply was lost.
    expect(await call(ama, 'POST', '/api/selling/photos/assign', chosen)).toEqual({ productId })
    expect(await test.db.selectFrom('products').select(['title', 'status', 'seller_id']).execute()).toEqual([
      { title: '', status: 'draft', seller_id: PEOPLE.ama.id },
    ])
  })

  it('is refused above five, and for others’ photos and listings', async () => {
    const product = await draft()
    await prepared(product, 4)
    const [one, two] = [await sent(ama), await sent(ama)]
    const assign = (client: TestClient, photos: string[], productId: string | null) =>
      refusal(client, 'POST', '/api/selling/photos/assign', { photos, productId })
    expect(await assign(ama, [one.id, two.id], product)).toBe('too-many-images')
    expect(await assign(kofi, [one.id], null)).toBe('photo-not-found')
    const ofKofi = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id })
    expect(await assign(ama, [one.id], ofKofi)).toBe('product-not-found')
    expect(await test.db.selectFrom('products').select('id').execute()).toHaveLength(2)
    await call(ama, 'POST', '/api/selling/photos/assign', { photos: [one.id], productId: product })
    await test.jobs.settled()
    expect(await images(product)).toHaveLength(5)
  })
})

describe('the address of a photo', () => {
  const statusOf = async (address: string) => (await test.app.request(`${address}-640.avif`)).status

  it('is private in a draft and public in a published listing', async () => {
    const product = await draft()
    await prepared(product, 1)
    const src = (await photosOf(product))[0]?.photo?.src ?? ''
    const plain = (await images(product))[0]?.image_url ?? ''
    expect(src).toMatch(/^\/photos\/private\/\d+\.[\w-]{22}\/product-images\//)
    expect([await statusOf(src), await statusOf(plain)]).toEqual([200, 404])
    await test.db.updateTable('products').set({ status: 'available' }).where('id', '=', product).execute()
    expect(await statusOf(plain)).toBe(200)
    expect((await photosOf(product))[0]?.photo?.src).toBe(plain)
  })

  it('is not found once a moderator holds the listing, even if it was shown before', async () => {
    const product = await draft()
    await prepared(product, 1)
    const plain = (await images(product))[0]?.image_url ?? ''
    await test.db.updateTable('products').set({ status: 'available' }).where('id', '=', product).execute()
    expect(await statusOf(plain)).toBe(200)
    await call(await signInStaff(test, 'moderator'), 'POST', '/api/moderation/decisions', {
      target: { kind: 'product', id: product },
      action: 'hold',
      rule: null,
      words: '',
      days: null,
    })
    expect(await statusOf(plain)).toBe(404)
  })

  it('is private for an unassigned photo', async () => {
    await sent(ama)
    await test.jobs.settled()
    const src = (await unassigned())[0]?.photo?.src ?? ''
    expect(await statusOf(src)).toBe(200)
    expect(await statusOf(src.replace(/private\/[^/]+\//, ''))).toBe(404)
  })
})
