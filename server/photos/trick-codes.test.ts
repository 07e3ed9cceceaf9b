import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { openPhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { qrPicture, SMALL } from '#testing/pictures/qr-picture.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

const LINK = 'https://trick.example/pay'
let ama: TestClient
let linked: Uint8Array<ArrayBuffer>
let plain: Uint8Array<ArrayBuffer>
const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  linked = new Uint8Array(await qrPicture(LINK, SMALL))
  plain = new Uint8Array(await plainPicture(300, 200).jpeg().toBuffer())
})
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of ['photo_uploads', 'products', 'rate_limits', 'signals', 'cases'] as const)
    await test.db.deleteFrom(table).execute()
})

/** Sends a photo and waits until it is prepared; without `product` it belongs to no listing yet. Returns its id. */
async function sent(bytes: Uint8Array<ArrayBuffer>, product?: string): Promise<string> {
  const reply = await sendPhoto(test.app, ama.token, { bytes, product })
  expect(reply.status).toBe(202)
  await test.jobs.settled()
  return ((await reply.json()) as { id: string }).id
}
const draft = () => insertProduct(test.db, { status: 'draft', seller_id: PEOPLE.ama.id })
async function publish(id: string): Promise<void> {
  const { form, version } = await call<OwnProduct>(ama, 'GET', `/api/selling/products/${id}`)
  await call(ama, 'POST', `/api/selling/products/${id}/publish`, { form, version })
}
const signalsOf = (id: string) =>
  test.db
    .selectFrom('signals')
    .select(['subject_id', 'detail'])
    .where('target_id', '=', id)
    .where('reason', '=', 'trick-code')
    .execute()
const named = [{ subject_id: PEOPLE.ama.id, detail: { codes: [LINK] } }]

it('a link in a published photo is reported to moderators only', async () => {
  const id = await draft()
  await sent(linked, id)
  expect(await signalsOf(id)).toEqual([])
  await publish(id)
  expect(await signalsOf(id)).toEqual(named)
  for (const path of [`/api/products/${id}`, '/api/products'])
    expect(await (await test.app.request(path)).text()).not.toContain('trick.example')
})

it('a link in a photo is reported if the photo was sent before its listing', async () => {
  const photoId = await sent(linked)
  const { productId } = await call<{ productId: string }>(ama, 'POST', '/api/selling/photos/assign', {
    photos: [photoId],
    productId: await draft(),
  })
  await publish(productId)
  expect(await signalsOf(productId)).toEqual(named)
})

it('the report follows changes of a published listing’s photos', async () => {
  const id = await draft()
  await sent(plain, id)
  await publish(id)
  expect(await signalsOf(id)).toEqual([])
  const photoId = await sent(linked, id)
  expect(await signalsOf(id)).toEqual(named)
  await call(ama, 'DELETE', `/api/selling/photos/${photoId}`)
  expect(await signalsOf(id)).toEqual([])
})

it('a harmless code is not reported', async () => {
  const id = await draft()
  await sent(new Uint8Array(await qrPicture('Serial number A7-22', SMALL)), id)
  await publish(id)
  expect(await signalsOf(id)).toEqual([])
})
