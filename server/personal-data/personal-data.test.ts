import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { insertAccounts, linkSecret, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { readDevMailbox } from '#testing/dev-mailbox.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { PREFERENCES } from '#testing/accounts/preferences.ts'
import { codeOf } from '#testing/replies.ts'
import { cleanUpExports } from './clean-up.ts'

const AVATAR = `/photos/avatars/${PEOPLE.ama.id}/0123456789`
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9])

let folder: string
let storage: Storage
let test: TestApp
let productId: string
/** An export is written after this resolves. */
let mayWrite = Promise.resolve()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'personal-data-'))
  const disk = await openDiskStorage(folder)
  storage = {
    ...disk,
    async put(key, content, contentType) {
      if (key.startsWith('exports/')) await mayWrite
      await disk.put(key, content, contentType)
    },
  }
  test = await createTestApp({ storage })
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** Ama sells a phone with a photo, has a picture, and reviewed Kofi's chair. */
beforeEach(async () => {
  await test.jobs.settled()
  for (const name of ['exports', 'avatars', 'product-images'])
    await rm(join(folder, name), { recursive: true, force: true })
  for (const table of ['accounts', 'profiles', 'rate_limits', 'outbox_messages', 'contact_messages'] as const)
    await test.db.deleteFrom(table).execute()
  await test.db
    .insertInto('profiles')
    .values(Object.values(PEOPLE).map((person) => ({ ...person })))
    .execute()
  await insertAccounts(test.db)
  await test.db
    .updateTable('profiles')
    .set({ avatar_url: AVATAR, bio: 'Phones since 2019.' })
    .where('id', '=', PEOPLE.ama.id)
    .execute()
  productId = await insertProduct(test.db)
  await insertPhoto(test.db, productId)
  const ofKofi = await insertProduct(test.db, { seller_id: PEOPLE.kofi.id, title: 'Office chair' })
  await test.db
    .insertInto('product_reviews')
    .values({ product_id: ofKofi, reviewer_id: PEOPLE.ama.id, rating: 4, comment: 'Sits well.' })
    .execute()
  for (const width of [320, 1280]) {
    await storage.put(`product-images/${productId}/0123456789abcdef-${width}.jpg`, JPEG, 'image/jpeg')
    await storage.put(`product-images/${productId}/0123456789abcdef-${width}.avif`, JPEG, 'image/avif')
  }
  await storage.put(`${AVATAR.slice('/photos/'.length)}-256.jpg`, JPEG, 'image/jpeg')
})

/** Kofi writes to Ama about her phone, and she answers. Returns her browser. */
async function insertConversation(): Promise<TestClient> {
  const kofi = await signIn(test, 'kofi')
  const ama = await signIn(test, 'ama')
  const opened = await kofi.send('POST', '/api/conversations', { productId })
  const { id } = (await opened.json()) as { id: string }
  const say = async (client: TestClient, content: string) =>
    (await (
      await client.send('POST', `/api/conversations/${id}/messages`, {
        clientKey: crypto.randomUUID(),
        content,
      })
    ).json()) as { id: string }
  const response = await say(kofi, 'Does it have its charger?')
  await say(ama, 'It does, with the box.')
  await ama.send('PUT', `/api/messages/${response.id}/reaction`, { reaction: 'thumbsup' })
  return ama
}

const writeToSupport = (email: string) =>
  createAnonymousClient(test.app).send('POST', '/api/contact', {
    clientKey: crypto.randomUUID(),
    firstName: 'Ama',
    lastName: 'Mensah',
    email,
    subject: 'Fees',
    message: 'Is listing free?',
  })

const filesIn = async (name: string) =>
  (await readdir(join(folder, name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
const requestExport = (client: TestClient) => client.send('POST', '/api/account/export')
const download = (client: TestClient, token: string) =>
  client.send('POST', '/api/account/export/download', { token })
const state = async (client: TestClient) =>
  ((await (await client.send('GET', '/api/account/export')).json()) as { export: { status: string } | null })
    .export

describe("the export of a person's data", () => {
  it('is a ZIP of all personal data, available by the mailed link', async () => {
    const ama = await insertConversation()
    for (const email of [PEOPLE.ama.email, PEOPLE.kofi.email]) await writeToSupport(email)
    expect(await state(ama)).toBeNull()
    const requested = await requestExport(ama)
    expect(requested.status).toBe(202)
    expect(await requested.json()).toMatchObject({ export: { status: 'preparing', expiresAt: null } })
    const token = await linkSecret(test, PEOPLE.ama.email)
    const ready = await state(ama)
    expect(ready).toMatchObject({ status: 'ready' })

    const response = await download(ama, token)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const rows = (table: string): unknown =>
      JSON.parse(strFromU8(files[`${table}.json`] ?? new Uint8Array(0)))
    expect(rows('accounts')).toMatchObject([{ email: PEOPLE.ama.email, two_factor_since: null }])
    expect(rows('profiles')).toMatchObject([{ full_name: 'Ama Mensah', phone: PEOPLE.ama.phone }])
    expect(rows('sessions')).toMatchObject([{ device_name: 'Unknown browser' }])
    expect(rows('products')).toMatchObject([{ id: productId, title: 'Samsung Galaxy A54', price: '1800.00' }])
    expect(rows('product_images')).toMatchObject([{ product_id: productId }])
    expect(rows('product_reviews')).toMatchObject([{ product: 'Office chair', comment: 'Sits well.' }])
    expect(rows('conversations')).toMatchObject([
      { with: 'Kofi Boateng', product_title: 'Samsung Galaxy A54', last_seq: 2 },
    ])
    expect(rows('messages')).toMatchObject([
      { seq: 1, from: 'Kofi Boateng', content: 'Does it have its charger?', photo: null, read: false },
      { seq: 2, from: 'You', content: 'It does, with the box.', photo: null, read: false },
    ])
    expect(rows('contact_messages')).toMatchObject([{ subject: 'Fees', message: 'Is listing free?' }])
    expect(rows('message_reactions')).toMatchObject([{ seq: 1, from: 'You', reaction: 'thumbsup' }])
    expect(rows('notifications')).toMatchObject([{ type: 'system' }, { type: 'message', read: true }])
    expect(files[`photos/${productId}/1.jpg`]).toEqual(new Uint8Array(JPEG))
    expect(files['profile-picture.jpg']).toEqual(new Uint8Array(JPEG))
    const readme = strFromU8(files['README.txt'] ?? new Uint8Array(0))
    expect(readme).toContain('A copy of what Sankofa stores about you')
    const explained = Object.keys(files).filter((name) => name !== 'README.txt')
    for (const name of explained) expect(readme).toContain(`\n${/^[^/]+\/?/.exec(name)?.[0]}\n`)
    expect(
      Object.values(files)
        .map((bytes) => strFromU8(bytes))
        .join(''),
    ).not.toMatch(/argon2|hash"|kofi@/)
  })

  it('includes prepared photos that belong to no listing yet', async () => {
    await sql`
      insert into photo_uploads (seller_id, client_key, file_name, image_url, state, width, height, thumbhash, dhash)
      select ${PEOPLE.ama.id}, gen_random_uuid(), 'chair.jpg', '/photos/product-images/loose/' || state, state,
        10, 10, '', 0
      from unnest(array['ready', 'waiting']) as state`.execute(test.db)
    await storage.put('product-images/loose/ready-640.jpg', JPEG, 'image/jpeg')
    const ama = await signIn(test, 'ama')
    await requestExport(ama)
    const response = await download(ama, await linkSecret(test, PEOPLE.ama.email))
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(files['photos/unassigned/1.jpg']).toEqual(new Uint8Array(JPEG))
    expect(Object.keys(files)).not.toContain('photos/unassigned/2.jpg')
  })

  it('includes the person’s own held and refused messages only', async () => {
    const ama = await insertConversation()
    await sql`
      insert into held_messages (conversation_id, sender_id, client_key, content, reading, state)
      select c.id, writer.id, gen_random_uuid(), concat(writer.name, ' ', state), '{}', state
      from conversations c, unnest(array['waiting', 'refused', 'released']) as state,
        (values (${PEOPLE.ama.id}::uuid, 'Ama'), (${PEOPLE.kofi.id}::uuid, 'Kofi')) as writer (id, name)`.execute(
      test.db,
    )
    await requestExport(ama)
    const response = await download(ama, await linkSecret(test, PEOPLE.ama.email))
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const held = JSON.parse(strFromU8(files['held_messages.json'] ?? new Uint8Array(0))) as {
      content: string
    }[]
    expect(held.map(({ content }) => content).toSorted()).toEqual(['Ama refused', 'Ama waiting'])
  })

  it('includes decisions about a deleted account that still apply', async () => {
    const gone = crypto.randomUUID()
    const decision = {
      target_kind: 'person',
      target_id: gone,
      subject_id: gone,
      moderator_id: PEOPLE.kofi.id,
      action: 'limit',
    }
    const { id } = await test.db
      .insertInto('decisions')
      .values(decision)
      .returning('id')
      .executeTakeFirstOrThrow()
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const limit = { person_id: PEOPLE.ama.id, kind: 'limited', until, decision_id: id }
    await test.db.insertInto('sanctions').values(limit).execute()
    const ama = await signIn(test, 'ama')
    await requestExport(ama)
    const response = await download(ama, await linkSecret(test, PEOPLE.ama.email))
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(JSON.parse(strFromU8(files['decisions.json'] ?? new Uint8Array(0)))).toMatchObject([{ id }])
  })

  it('includes every table with personal data, except the listed ones', async () => {
    const { rows } = await sql<{ name: string }>`
      with recursive personal as (
        select 'people'::regclass::oid as id
        union
        select conrelid from pg_constraint join personal on confrelid = personal.id where contype = 'f'
      )
      select id::regclass::text as name from personal order by name`.execute(test.db)
    const ama = await signIn(test, 'ama')
    await requestExport(ama)
    const response = await download(ama, await linkSecret(test, PEOPLE.ama.email))
    const exported = Object.keys(unzipSync(new Uint8Array(await response.arrayBuffer())))
    const secrets = ['recovery_codes', 'refresh_tokens', 'one_time_tokens', 'phone_codes']
    // These would reveal reporters; the decisions show the outcome.
    const notesOfModerators = ['cases', 'case_photos', 'case_claims', 'case_notes', 'signals']
    // Keyed hashes of the address and the number, which are exported, and an id.
    const marks = ['people', 'identity_hashes']
    // Derived from the exported photos; pairs may name another person's photo.
    const ofPhotos = [
      'photo_hashes',
      'photo_likenesses',
      'photos_to_describe',
      'upload_likenesses',
      'photo_matches',
    ]
    // Only banned people have these, and they cannot log in to request an export.
    const ofBans = ['withheld_profiles', 'withheld_reviews']
    const withheld = [...secrets, ...notesOfModerators, ...marks, ...ofPhotos, ...ofBans]
    const missing = rows.filter(({ name }) => !withheld.includes(name) && !exported.includes(`${name}.json`))
    expect(missing).toEqual([])
  })

  it('can be downloaded by its own person while the link is valid', async () => {
    const ama = await signIn(test, 'ama')
    const kofi = await signIn(test, 'kofi')
    await requestExport(ama)
    const token = await linkSecret(test, PEOPLE.ama.email)
    expect(await codeOf(await download(kofi, token))).toBe('forbidden')
    expect((await download(createAnonymousClient(test.app), token)).status).toBe(401)
    expect((await download(ama, 'A'.repeat(43))).status).toBe(410)
    const [file = ''] = await filesIn('exports')
    expect((await test.app.request(`/photos/${file}`)).status).toBe(404)
    expect((await download(ama, token)).status).toBe(200)
    await test.db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(0).toISOString() })
      .execute()
    expect(await codeOf(await download(ama, token))).toBe('link-expired')
  })

  it('is replaced by a newer one, and only the new link works', async () => {
    const ama = await signIn(test, 'ama')
    await requestExport(ama)
    const first = await linkSecret(test, PEOPLE.ama.email)
    await requestExport(ama)
    const second = await linkSecret(test, PEOPLE.ama.email)
    await test.jobs.settled()
    expect((await download(ama, first)).status).toBe(410)
    expect((await download(ama, second)).status).toBe(200)
    expect(await filesIn('exports')).toHaveLength(1)
  })

  it('is prepared one at a time and at most three times a day', async () => {
    const ama = await signIn(test, 'ama')
    const gate = Promise.withResolvers<void>()
    mayWrite = gate.promise
    const responses = await Promise.all([requestExport(ama), requestExport(ama), requestExport(ama)])
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(await codeOf(await requestExport(ama))).toBe('export-under-way')
    gate.resolve()
    await test.db.deleteFrom('rate_limits').execute()
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      await test.jobs.settled()
      statuses.push((await requestExport(ama)).status)
    }
    expect(statuses).toEqual([202, 202, 202, 429])
  })

  it('shows its failure and can be requested again', async () => {
    const ama = await signIn(test, 'ama')
    await test.db.insertInto('data_exports').values({ account_id: PEOPLE.ama.id, status: 'failed' }).execute()
    expect(await state(ama)).toMatchObject({ status: 'failed' })
    expect((await requestExport(ama)).status).toBe(202)
  })
})

describe('account deletion', () => {
  const remove = (client: TestClient) => client.send('POST', '/functions/v1/delete-user-account')
  const show = (client: TestClient) =>
    client.send('POST', '/api/account/reauthenticate', { password: PASSWORD })

  const ageSignIns = (minutes: number) =>
    test.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - minutes * 60_000).toISOString() })
      .execute()

  /** Every row of every table as text, except the outbox. */
  async function everything(): Promise<string> {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'outbox_messages'`.execute(
      test.db,
    )
    const dumps = await Promise.all(
      tables.map(({ name }) =>
        sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(test.db),
      ),
    )
    return dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
  }

  it('removes every trace of the person from database and storage', async () => {
    const phone = await insertConversation()
    const ama = await signIn(test, 'ama')
    for (const email of [PEOPLE.ama.email, PEOPLE.kofi.email]) await writeToSupport(email)
    await createAnonymousClient(test.app).send('POST', '/api/auth/reset-password', {
      email: PEOPLE.ama.email,
    })
    await ama.send('POST', '/api/account/email', { email: 'ama.next@example.com' })
    await ama.send('PUT', '/api/account/preferences', { ...PREFERENCES, email: false })
    await requestExport(ama)
    await test.jobs.settled()
    expect(await filesIn('exports')).toHaveLength(1)
    expect(await everything()).toContain(PEOPLE.ama.email)
    await show(ama)
    const response = await remove(ama)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true })
    expect(ama.cookies.has('sankofa-refresh')).toBe(false)
    await test.jobs.settled()

    const left = await everything()
    for (const trace of [
      'ama@',
      'ama.next@',
      'Ama Mensah',
      PEOPLE.ama.phone,
      'ama.example.com',
      'Phones since',
    ])
      expect(left).not.toContain(trace)
    expect(left).toContain(PEOPLE.kofi.email)
    for (const name of ['exports', 'avatars', 'product-images']) expect(await filesIn(name)).toEqual([])
    expect((await readDevMailbox(test.db, PEOPLE.ama.email))[0]?.subject).toBe('Your account was deleted')
    for (const client of [ama, phone])
      await expect.poll(async () => (await client.send('GET', '/api/account')).status).toBe(401)
    const reviews = await test.db.selectFrom('product_reviews').select(['reviewer_id', 'comment']).execute()
    expect(reviews).toEqual([{ reviewer_id: null, comment: 'Sits well.' }])
    const said = await test.db
      .selectFrom('messages')
      .select(['sender_id', 'content'])
      .orderBy('seq')
      .execute()
    expect(said).toEqual([
      { sender_id: PEOPLE.kofi.id, content: 'Does it have its charger?' },
      { sender_id: null, content: 'It does, with the box.' },
    ])
    const login = { email: PEOPLE.ama.email, password: PASSWORD }
    expect((await createAnonymousClient(test.app).send('POST', '/api/auth/login', login)).status).toBe(401)
  })

  it('removes the person’s names from others’ review notifications', async () => {
    const ama = await signIn(test, 'ama')
    const esi = await signIn(test, 'esi')
    const review = async (client: TestClient, title: string, rating: number, product?: string) => {
      const id = product ?? (await insertProduct(test.db, { seller_id: PEOPLE.kofi.id, title }))
      const written = await client.send('POST', `/api/products/${id}/reviews`, {
        rating,
        title: '',
        comment: '',
      })
      expect(written.status).toBe(201)
      return { product: id, id: ((await written.json()) as { id: string }).id }
    }
    const { product } = await review(ama, 'Old "name" reviewed "twice"', 3)
    await review(esi, '', 2, product)
    const rename = (full_name: string) =>
      test.db.updateTable('profiles').set({ full_name }).where('id', '=', PEOPLE.ama.id).execute()
    await rename('Esi Quansah')
    const takenBack = await review(ama, 'Radio', 1)
    expect((await ama.send('DELETE', `/api/reviews/${takenBack.id}`)).status).toBe(200)
    expect(await everything()).toContain('Ama Mensah reviewed')
    await show(ama)
    expect((await remove(ama)).status).toBe(200)
    await test.jobs.settled()
    const left = await everything()
    expect(left).not.toContain('Ama Mensah')
    const notifications = await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', PEOPLE.kofi.id)
      .where('type', '=', 'other')
      .orderBy('id')
      .execute()
    expect(notifications.map(({ content }) => content)).toEqual([
      'Unknown User reviewed "Old "name" reviewed "twice"": 3 of 5 stars',
      // Another person with the same name keeps it.
      'Esi Quansah reviewed "Old "name" reviewed "twice"": 2 of 5 stars',
    ])
  })

  it('updates the badges of people whose notifications are deleted too', async () => {
    const ama = await signIn(test, 'ama')
    const kofi = await signIn(test, 'kofi')
    vi.spyOn(test.live, 'canHaveSocket').mockReturnValue(true)
    const emitted = vi.spyOn(test.live, 'emitToUsers')
    const expectUnread = async (unread: number) =>
      await expect
        .poll(() => emitted.mock.calls)
        .toContainEqual([[PEOPLE.kofi.id], 'notifications.changed', { unread }])
    const review = { rating: 5, title: '', comment: '' }
    const written = await kofi.send('POST', `/api/products/${productId}/reviews`, review)
    const { id } = (await written.json()) as { id: string }
    // The notification of the sign-in may arrive by now.
    await test.jobs.settled()
    await test.db.deleteFrom('notifications').execute()
    expect((await ama.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' })).status).toBe(201)
    await test.jobs.settled()
    await expectUnread(1)
    emitted.mockClear()
    await show(ama)
    expect((await remove(ama)).status).toBe(200)
    await expectUnread(0)
    vi.restoreAllMocks()
  })

  it('keeps messages to support from an unconfirmed address', async () => {
    await writeToSupport(PEOPLE.ama.email)
    const ama = await signIn(test, 'ama')
    const { id } = PEOPLE.ama
    await test.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', id).execute()
    await show(ama)
    expect((await remove(ama)).status).toBe(200)
    const left = await test.db.selectFrom('contact_messages').select('email').execute()
    expect(left).toEqual([{ email: PEOPLE.ama.email }])
  })

  it('requires a proof of identity within ten minutes in the same session', async () => {
    const ama = await signIn(test, 'ama')
    const other = await signIn(test, 'ama')
    await ageSignIns(11)
    const early = await remove(ama)
    expect([early.status, await early.json()]).toEqual([
      403,
      { error: 'Please confirm that it is you first.', code: 'reauthentication-required' },
    ])
    await show(other)
    expect((await remove(ama)).status).toBe(403)
    await show(ama)
    await test.db
      .updateTable('sessions')
      .set({ reauthenticated_at: new Date(Date.now() - 11 * 60_000).toISOString() })
      .execute()
    expect((await remove(ama)).status).toBe(403)
    expect(
      await test.db.selectFrom('accounts').select('id').where('id', '=', PEOPLE.ama.id).execute(),
    ).toHaveLength(1)
  })

  it('is refused without a session or account, and succeeds once', async () => {
    const client = createAnonymousClient(test.app)
    expect(await (await remove(client)).json()).toEqual({
      error: 'Authentication required',
      code: 'authentication-required',
    })
    const ama = await signIn(test, 'ama')
    await test.db.deleteFrom('accounts').where('id', '=', PEOPLE.ama.id).execute()
    const missing = await remove(ama)
    // Deleting the account deletes its sessions, and a process that may have missed that queries the database.
    expect([missing.status, await missing.json()]).toEqual([
      401,
      { error: 'Your session has ended. Please log in again.', code: 'session-ended' },
    ])

    const kofi = await signIn(test, 'kofi')
    await show(kofi)
    const both = await Promise.all([remove(kofi), remove(kofi)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const replies = (await Promise.all(both.map((each) => each.json()))) as { error?: string }[]
    const refusals = replies.flatMap(({ error }) => error ?? [])
    expect(refusals).toHaveLength(1)
    expect(['No user found to delete', 'Your session has ended. Please log in again.']).toContain(refusals[0])
  })

  it('leaves no file of an export in progress', async () => {
    const ama = await signIn(test, 'ama')
    await show(ama)
    const gate = Promise.withResolvers<void>()
    mayWrite = gate.promise
    await requestExport(ama)
    expect((await remove(ama)).status).toBe(200)
    gate.resolve()
    await test.jobs.settled()
    expect(await filesIn('exports')).toEqual([])
  })
})

it('expired exports are deleted from storage, and abandoned ones marked as failed', async () => {
  await requestExport(await signIn(test, 'ama'))
  await test.jobs.settled()
  await test.db
    .updateTable('data_exports')
    .set({ expires_at: new Date(0).toISOString() })
    .execute()
  await test.db
    .insertInto('data_exports')
    .values({ account_id: PEOPLE.kofi.id, requested_at: new Date(Date.now() - 4 * 3_600_000).toISOString() })
    .execute()
  await cleanUpExports({ db: test.db, storage })
  expect(await filesIn('exports')).toEqual([])
  expect(await test.db.selectFrom('data_exports').select(['account_id', 'status']).execute()).toEqual([
    { account_id: PEOPLE.kofi.id, status: 'failed' },
  ])
})
