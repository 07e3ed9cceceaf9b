import sharp from 'sharp'
import { expect, it } from 'vitest'
import {
  SHARE_PICTURE_BYTES_MAX,
  SHARE_PICTURES,
  type SharePicture,
  sharePicturePath,
} from '#contract/sharing/share-pictures.ts'
import { createTestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const market = setUp(createTestApp)

const read = (id: string, kind: string, headers = {}) =>
  market.app.request(`/share/${id}/${kind}.jpg`, { headers })

it.each(Object.keys(SHARE_PICTURES) as SharePicture[])(
  'the picture "%s" is drawn once for simultaneous requests',
  async (kind) => {
    const title = `Ɔkɔmfo's <drum> & ${'a very long title '.repeat(4)}`
    const id = await insertProduct(market.db, { title, price: 1250 })
    const replies = await Promise.all(
      [1, 2, 3].map(async () => market.app.request(sharePicturePath(id, kind))),
    )
    for (const reply of replies) {
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(reply.headers.get('cache-control')).toMatch(/^public/)
    }
    const [bytes] = await Promise.all(replies.map((reply) => reply.arrayBuffer()))
    expect(bytes?.byteLength).toBeLessThan(SHARE_PICTURE_BYTES_MAX)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...SHARE_PICTURES[kind] })
  },
)

it('a share picture changes with the product and is not sent again otherwise', async () => {
  const id = await insertProduct(market.db, { title: 'Drum', price: 10 })
  const before = await read(id, 'preview')
  const etag = before.headers.get('etag') ?? ''
  expect((await read(id, 'preview', { 'If-None-Match': etag })).status).toBe(304)
  await market.db.updateTable('products').set({ price: '20' }).where('id', '=', id).execute()
  const after = await read(id, 'preview', { 'If-None-Match': etag })
  expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false])
})

it('a share picture shows the decimals of the price', async () => {
  const id = await insertProduct(market.db, { title: 'Drum', price: 10.2 })
  const before = await read(id, 'preview')
  await market.db.updateTable('products').set({ price: '10.30' }).where('id', '=', id).execute()
  const after = await read(id, 'preview', { 'If-None-Match': before.headers.get('etag') ?? '' })
  expect([before.status, after.status]).toEqual([200, 200])
})

it('a share picture is missing for drafts, unknown products and unknown kinds', async () => {
  const draft = await insertProduct(market.db, { status: 'draft' })
  const id = await insertProduct(market.db, { title: 'Stool' })
  const unknown = '0190a000-0000-7000-8000-000000000000'
  const paths = [
    `${draft}/status.jpg`,
    `${unknown}/status.jpg`,
    `${id}/other.jpg`,
    `${id}/status.png`,
    'x/status.jpg',
  ]
  for (const path of paths)
    expect([path, (await market.app.request(`/share/${path}`)).status]).toEqual([path, 404])
})

it('a share picture is limited per address', async () => {
  await market.db
    .updateTable('rate_limits')
    .set({ count: 60 })
    .where('key', 'like', 'share-picture:%')
    .execute()
  const id = await insertProduct(market.db, { title: 'Never drawn before' })
  const reply = await read(id, 'status')
  expect(reply.status).toBe(429)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
})
