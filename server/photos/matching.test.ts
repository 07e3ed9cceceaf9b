import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Case } from '#contract/moderation/cases/cases.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { openPhotoFolder, sendPhoto } from '#testing/pictures/photos.ts'
import { plainPicture } from '#testing/pictures/pictures.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { endHolds } from '#server/moderation/cases/ending-holds.ts'
import {
  holdProduct,
  isNewSeller,
  releaseProduct,
  REVIEW_CAUSES,
} from '#server/moderation/sanctions/service.ts'
import { moveToProduct } from './upload-queries.ts'

const PHOTO = join(import.meta.dirname, '../../demo/photos/derick-david-409858-unsplash.jpg')
const OTHER_PHOTO = join(import.meta.dirname, '../../demo/photos/abel-y-costa-716024-unsplash.jpg')
const silent = { changes: { announce: async () => undefined, onChange: () => undefined } }

let ama: TestClient
let kofi: TestClient
let photo: Uint8Array<ArrayBuffer>
let mirrored: Uint8Array<ArrayBuffer>
let otherPhoto: Uint8Array<ArrayBuffer>
let plainPhoto: Uint8Array<ArrayBuffer>

const folder = setUp(openPhotoFolder)
const test = setUp(() => createTestApp({ storage: folder.storage }))
beforeAll(async () => {
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  const image = sharp(await readFile(PHOTO)).resize(320)
  photo = new Uint8Array(await image.clone().jpeg().toBuffer())
  otherPhoto = new Uint8Array(
    await sharp(await readFile(OTHER_PHOTO))
      .resize(320)
      .jpeg()
      .toBuffer(),
  )
  plainPhoto = new Uint8Array(await plainPicture(320, 240).jpeg().toBuffer())
  mirrored = new Uint8Array(await image.flop().jpeg({ quality: 60 }).toBuffer())
})
beforeEach(async () => {
  await test.jobs.settled()
  for (const table of ['photo_uploads', 'products', 'rate_limits', 'signals', 'cases'] as const)
    await test.db.deleteFrom(table).execute()
})

const ownOf = async (client: TestClient, id: string) =>
  (await (await client.send('GET', `/api/selling/products/${id}`)).json()) as OwnProduct

/** A draft with a prepared photo. */
async function draftWith(client: TestClient, person: keyof typeof PEOPLE, bytes: Uint8Array<ArrayBuffer>) {
  const product = await insertProduct(test.db, {
    status: 'draft',
    seller_id: PEOPLE[person].id,
    title: 'Nikon camera',
  })
  expect((await sendPhoto(test.app, client.token, { bytes, product })).status).toBe(202)
  await test.jobs.settled()
  return product
}

async function publish(client: TestClient, id: string): Promise<OwnProduct> {
  const { form, version } = await ownOf(client, id)
  const reply = await client.send('POST', `/api/selling/products/${id}/publish`, { form, version })
  expect(reply.status).toBe(200)
  return (await reply.json()) as OwnProduct
}

const countOf = async (table: 'photo_keypoints' | 'photo_likenesses' | 'photos_to_describe') =>
  (
    await test.db
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count

const list = async (client: TestClient, person: keyof typeof PEOPLE, bytes = photo) =>
  publish(client, await draftWith(client, person, bytes))

const record = (person: keyof typeof PEOPLE, phone_verified: boolean) =>
  test.db
    .updateTable('profiles')
    .set({
      phone: phone_verified ? '+233201234567' : null,
      phone_verified,
      created_at: '2025-01-01T00:00:00Z',
    })
    .where('id', '=', PEOPLE[person].id)
    .execute()

const pageOf = async (id: string) =>
  (await (await test.app.request(`/api/products/${id}`)).json()) as { sharesPhoto?: boolean }

const signals = () =>
  test.db
    .selectFrom('signals')
    .select(['reason', 'target_id', 'subject_id'])
    .where('reason', '=', 'photo-of-another')
    .execute()

describe('a photo that another seller listed first', () => {
  it('is mentioned on the later page and reported to moderators', async () => {
    await record('kofi', true)
    const first = await list(ama, 'ama')
    const second = await list(kofi, 'kofi', mirrored)
    expect(second.status).toBe('available')
    expect(await pageOf(second.id)).toMatchObject({ sharesPhoto: true })
    expect(await pageOf(first.id)).toMatchObject({ sharesPhoto: false })
    expect(await signals()).toEqual([
      { reason: 'photo-of-another', target_id: second.id, subject_id: PEOPLE.kofi.id },
    ])
  })

  it('is shown to moderators beside the first one, also when that one is held', async () => {
    await record('kofi', true)
    const first = await list(ama, 'ama')
    const second = await list(kofi, 'kofi', mirrored)
    const { id } = await test.db.selectFrom('cases').select('id').executeTakeFirstOrThrow()
    const yaw = await signInStaff(test, 'moderator')
    const copies = async () =>
      ((await (await yaw.send('GET', `/api/moderation/cases/${id}`)).json()) as Case).copies
    const shownPhoto = { width: 320, thumbhash: expect.any(String) as string }
    const earlier = {
      title: 'Nikon camera',
      seller: { id: PEOPLE.ama.id, name: PEOPLE.ama.full_name },
      link: `/products/${first.id}`,
    }
    expect(await copies()).toMatchObject([{ photo: shownPhoto, earlier: { ...earlier, photo: shownPhoto } }])
    const shown = await copies()
    expect(shown[0]?.photo.src).not.toBe(shown[0]?.earlier.photo.src)
    const hold = { productId: first.id, cause: 'first-listing', minutes: 5 } as const
    await test.db.transaction().execute((tx) => holdProduct({ ...silent, jobs: test.jobs }, tx, hold))
    const search = `/moderation/listings?q=${first.id}`
    expect(await copies()).toMatchObject([{ earlier: { ...earlier, link: search } }])
    const setFirst = (change: object) =>
      test.db.updateTable('products').set(change).where('id', '=', first.id).execute()
    await sql`select release_product(${first.id}, '{first-listing}')`.execute(test.db)
    await setFirst({ status: 'draft' })
    expect(await copies()).toEqual([])
    await setFirst({ status: 'sold', buyer_id: PEOPLE.kofi.id })
    expect(await copies()).toEqual([])
    expect(second.status).toBe('available')
  })

  it('is named by its signal, also once its listing is deleted', async () => {
    await record('kofi', false)
    const first = await list(ama, 'ama')
    const second = await list(kofi, 'kofi')
    const { id } = await test.db.selectFrom('cases').select('id').executeTakeFirstOrThrow()
    const yaw = await signInStaff(test, 'moderator')
    async function read() {
      const found = (await (await yaw.send('GET', `/api/moderation/cases/${id}`)).json()) as Case
      const parts = found.signals.flatMap(({ note }) => note?.parts ?? [])
      return { link: found.link, told: parts.map(({ text }) => text).join('') }
    }
    const link = `/moderation/listings?q=${second.id}`
    const owner = PEOPLE.ama.full_name
    expect(await read()).toEqual({ link, told: `The photo was first in ‘Nikon camera’ of ${owner}` })
    await test.db.deleteFrom('products').where('id', '=', first.id).execute()
    const told = `The photo was first in ‘Nikon camera’ (no longer listed) of ${owner}`
    expect(await read()).toEqual({ link, told })
  })

  it('holds the listing of a new seller', async () => {
    await record('kofi', false)
    await list(ama, 'ama')
    const second = await list(kofi, 'kofi')
    expect(second.status).toBe('held')
    expect((await test.app.request(`/api/products/${second.id}`)).status).toBe(404)
  })

  it('is forgotten when that listing is deleted', async () => {
    await record('kofi', true)
    const first = await list(ama, 'ama')
    const second = await list(kofi, 'kofi')
    await test.db.deleteFrom('products').where('id', '=', first.id).execute()
    const row = await test.db
      .selectFrom('products')
      .select('shares_photo')
      .where('id', '=', second.id)
      .executeTakeFirst()
    expect(row).toEqual({ shares_photo: false })
  })

  it('is ignored if the seller bought the product', async () => {
    await record('kofi', false)
    const first = await list(ama, 'ama')
    await test.db
      .updateTable('products')
      .set({ status: 'sold', buyer_id: PEOPLE.kofi.id })
      .where('id', '=', first.id)
      .execute()
    expect((await list(kofi, 'kofi')).status).toBe('available')
    expect(await signals()).toEqual([])
  })
})

describe('an approved listing', () => {
  const statusOf = async (client: TestClient, id: string) => (await ownOf(client, id)).status
  /** Approves a product as a moderator's decision does. */
  async function approve(id: string) {
    await test.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('decisions')
        .values({
          action: 'approve',
          target_kind: 'product',
          target_id: id,
          subject_id: PEOPLE.kofi.id,
          moderator_id: PEOPLE.esi.id,
        })
        .execute()
      await releaseProduct(silent, tx, {
        productId: id,
        causes: REVIEW_CAUSES,
      })
    })
  }
  async function add(client: TestClient, product: string, bytes: Uint8Array<ArrayBuffer>) {
    expect((await sendPhoto(test.app, client.token, { bytes, product })).status).toBe(202)
    await test.jobs.settled()
  }

  it('is held again only by another photo of somebody else', async () => {
    await record('kofi', false)
    await list(ama, 'ama')
    await list(ama, 'ama', otherPhoto)
    const { id } = await list(kofi, 'kofi', mirrored)
    expect(await statusOf(kofi, id)).toBe('held')
    await approve(id)
    await add(kofi, id, plainPhoto)
    expect(await statusOf(kofi, id)).toBe('available')
    await add(kofi, id, otherPhoto)
    expect(await statusOf(kofi, id)).toBe('held')
  })
})

it('a pattern is compared in little time, and fills no key', async () => {
  await record('kofi', true)
  const tile = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#fff"/><circle cx="14" cy="17" r="9" fill="#222"/></svg>',
  )
  const pattern = new Uint8Array(
    await sharp({ create: { width: 320, height: 320, channels: 3, background: '#fff' } })
      .composite([{ input: tile, tile: true }])
      .png()
      .toBuffer(),
  )
  await list(ama, 'ama', pattern)
  await list(kofi, 'kofi', pattern)
  const { rows } = await sql<{ most: number }>`
    select max(count)::int as most from (select count(*) from photo_keypoints group by key, photo) as keys`.execute(
    test.db,
  )
  expect(rows[0]?.most).toBeLessThanOrEqual(2)
})

it('a photo that cannot be described is given up, and the others are described', async () => {
  await list(ama, 'ama')
  await list(kofi, 'kofi', otherPhoto)
  await test.db.deleteFrom('photo_likenesses').execute()
  await sql`insert into photos_to_describe (photo_id) select id from product_images`.execute(test.db)
  await test.db
    .updateTable('product_images')
    .set({ image_url: '/photos/product-images/gone' })
    .where('product_id', 'in', (db) =>
      db.selectFrom('products').select('id').where('seller_id', '=', PEOPLE.ama.id),
    )
    .execute()
  await test.jobs.enqueue(test.db, defineJob('describe-photos'), {})
  await test.jobs.settled()
  const left = await test.db.selectFrom('photos_to_describe').select('attempts').execute()
  expect(left).toEqual([{ attempts: 1 }])
})

it('keypoints are deleted with their photo', async () => {
  await list(ama, 'ama')
  expect(await countOf('photo_keypoints')).toBeGreaterThan(20)
  await test.db.deleteFrom('products').execute()
  expect(await countOf('photo_keypoints')).toBe(0)
})

describe('a photo that an earlier version prepared', () => {
  const describeAll = async () => {
    await test.jobs.enqueue(test.db, defineJob('describe-photos'), {})
    await test.jobs.settled()
    expect(await countOf('photos_to_describe')).toBe(0)
  }

  it('is described from its file, and its copies are found', async () => {
    await record('kofi', true)
    const first = await list(ama, 'ama')
    await test.db.deleteFrom('photo_likenesses').execute()
    await sql`insert into photos_to_describe (photo_id) select id from product_images where product_id = ${first.id}`.execute(
      test.db,
    )
    await describeAll()
    expect(await pageOf((await list(kofi, 'kofi', mirrored)).id)).toMatchObject({ sharesPhoto: true })
  })

  it('is described later if it was not yet in a listing', async () => {
    await record('kofi', true)
    const product = await insertProduct(test.db, { status: 'draft', seller_id: PEOPLE.ama.id })
    expect((await sendPhoto(test.app, ama.token, { bytes: photo })).status).toBe(202)
    await test.jobs.settled()
    const upload = await test.db
      .deleteFrom('upload_likenesses')
      .returning('upload_id as id')
      .executeTakeFirstOrThrow()
    await test.db.transaction().execute((tx) => moveToProduct(tx, product, [upload.id]))
    expect(await countOf('photos_to_describe')).toBe(1)
    await describeAll()
    expect(await countOf('photo_likenesses')).toBe(1)
  })
})

it('a photo added to a held first listing is checked as well', async () => {
  await record('kofi', false)
  await list(ama, 'ama')
  const draft = await draftWith(kofi, 'kofi', plainPhoto)
  const { id } = await publish(kofi, draft)
  const ctx = { ...silent, db: test.db, jobs: test.jobs }
  const first = { productId: id, cause: 'first-listing', minutes: 5 } as const
  await test.db.transaction().execute((tx) => holdProduct(ctx, tx, first))
  expect((await sendPhoto(test.app, kofi.token, { bytes: mirrored, product: id })).status).toBe(202)
  await test.jobs.settled()
  expect(await signals()).toHaveLength(1)
  const past = { until: new Date(0).toISOString() }
  await test.db.updateTable('product_holds').set(past).where('cause', '=', 'first-listing').execute()
  await endHolds(ctx)
  expect(await ownOf(kofi, id)).toMatchObject({ status: 'held', hold: { cause: 'photo-of-another' } })
})

describe("a photo from one's own listing", () => {
  it('names the other unsold listing and holds nothing', async () => {
    const first = await list(ama, 'ama')
    const draft = await draftWith(ama, 'ama', mirrored)
    const listed = async () => (await ownOf(ama, draft)).photos.map(({ listedBefore }) => listedBefore)
    expect(await listed()).toEqual([{ productId: first.id, title: 'Nikon camera' }])
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', first.id).execute()
    expect(await listed()).toEqual([undefined])
    expect((await publish(ama, draft)).status).toBe('available')
    expect(await signals()).toEqual([])
  })
})

it('an unassigned photo names the seller’s listing that has it', async () => {
  const first = await list(ama, 'ama')
  expect((await sendPhoto(test.app, ama.token, { bytes: mirrored })).status).toBe(202)
  await test.jobs.settled()
  const reply = await ama.send('GET', '/api/selling/photos')
  const { photos } = (await reply.json()) as { photos: OwnProduct['photos'] }
  expect(photos.map(({ listedBefore }) => listedBefore)).toEqual([
    { productId: first.id, title: 'Nikon camera' },
  ])
})

it('a seller is new without a verified phone, or if young without a sale', () => {
  const known = { phoneVerified: true, memberDays: 30, deals: 0 }
  expect(isNewSeller(known)).toBe(false)
  expect(isNewSeller({ ...known, phoneVerified: false })).toBe(true)
  expect(isNewSeller({ ...known, memberDays: 2 })).toBe(true)
  expect(isNewSeller({ ...known, memberDays: 2, deals: 1 })).toBe(false)
})
