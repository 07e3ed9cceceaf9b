import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { receivedAll } from './received-all.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from './anonymous-client.ts'
import { createTestApp, type TestApp } from './app.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { beginDraft, call, listingForm, setStatus } from '#testing/market/selling.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import { until } from './until.ts'
import {
  CREATE_SLOT,
  type Primary,
  startPrimary,
  startReplica,
  type StreamingReplica,
} from './streaming-replica.ts'

let primary: Primary
let replica: StreamingReplica
let db: Database
/** Two processes of one site: one writes, the other reads. */
let writing: TestApp
let reading: TestApp
let ama: TestClient
let kofi: TestClient

beforeAll(async () => {
  primary = await startPrimary()
  db = connect(primary.url)
  await insertPeople(db)
  await insertAccounts(db)
  replica = await startReplica(primary)
  const database = { db, url: primary.url, close: async () => undefined }
  writing = await createTestApp({ database, replicaUrls: [replica.url] })
  reading = await createTestApp({ database, secrets: writing.secrets, replicaUrls: [replica.url] })
  ama = await signIn(writing, 'ama')
  kofi = await signIn(reading, 'kofi')
  for (const test of [writing, reading]) {
    await until(() => test.replicaStates()[0]?.isUsable)
  }
})
afterAll(async () => {
  await reading.close()
  await writing.close()
  await db.destroy()
  await replica.close()
  await primary.close()
})
afterEach(() => replica.resume())

/** A browser's request; with `fresh`, the web client's request shortly after its own change. */
async function get<Reply>(path: string, fresh = false): Promise<Reply> {
  const headers = { 'Cache-Control': fresh ? 'no-cache' : 'max-age=0' }
  return (await (await reading.app.request(path, { headers })).json()) as Reply
}
const listed = async (fresh = false) =>
  (await get<{ items: { id: string }[] }>('/api/products', fresh)).items.map(({ id }) => id)

async function publish(): Promise<string> {
  const { id } = await beginDraft(ama)
  await insertPhoto(db, id)
  await call<OwnProduct>(ama, 'POST', `/api/selling/products/${id}/publish`, {
    version: 1,
    form: listingForm(),
  })
  return id
}

/** The last statement of each of the replica's connections. */
async function answeredByReplica(): Promise<string> {
  const rows = await replica.query(`select query from pg_stat_activity where datname = 'sankofa'`)
  return rows.map(({ query }) => query).join('\n')
}

it('the replica has the slot that docs/operations/scaling-out.md creates', async () => {
  const text = await readFile(join(import.meta.dirname, '../docs/operations/scaling-out.md'), 'utf8')
  expect(text).toContain(`\n${CREATE_SLOT};\n`)
  const { rows } = await sql`select slot_name, active from pg_replication_slots`.execute(db)
  expect(rows).toEqual([{ slot_name: 'replica', active: true }])
})

it('the replica serves lists, products, sellers and inboxes', async () => {
  const id = await insertProduct(db)
  const reads: [read: () => Promise<unknown>, statement: string][] = [
    [() => listed(true), 'as seller_mark'],
    [() => get(`/api/products?search=galaxy&sort=price_low`, true), 'with found as materialized'],
    [() => get(`/api/products/${id}`, true), 'review_count'],
    [() => get(`/api/sellers/${PEOPLE.ama.id}`, true), 'has_listed'],
    [() => call(kofi, 'GET', '/api/conversations'), 'conversation_participants'],
    [() => call(kofi, 'GET', '/api/notifications'), 'from "notifications"'],
  ]
  for (const [read, statement] of reads) {
    const answered = async () => {
      await read()
      return answeredByReplica()
    }
    // The primary answers while the replica is too far behind.
    await expect.poll(answered).toContain(statement)
  }
})

it('the replica is bypassed if a seller looks at a new listing', async () => {
  await replica.pause()
  const id = await publish()
  expect(await listed(true)).toContain(id)
})

it('the site shows no withheld listing once a process has received the notice', async () => {
  const [sold, deleted, removed, banned] = [
    await publish(),
    await publish(),
    await publish(),
    await publish(),
  ]
  await receivedAll(reading)
  expect(await listed()).toEqual(expect.arrayContaining([sold, deleted, removed, banned]))
  const yaw = await signInStaff(writing, 'administrator')
  const decide = (target: object, action: string) =>
    call(yaw, 'POST', '/api/moderation/decisions', {
      target,
      action,
      rule: 'no-money-first',
      words: 'Please show the item first.',
      days: action === 'suspend' ? 7 : null,
    })
  await replica.pause()
  await setStatus(ama, sold, { status: 'sold' })
  await receivedAll(reading)
  expect(await listed()).not.toContain(sold)
  const { version } = await call<OwnProduct>(ama, 'GET', `/api/selling/products/${deleted}`)
  await call(ama, 'DELETE', `/api/selling/products/${deleted}?version=${version}`)
  await receivedAll(reading)
  expect(await listed()).not.toContain(deleted)
  await decide({ kind: 'product', id: removed }, 'remove')
  await receivedAll(reading)
  expect(await listed()).not.toContain(removed)
  await decide({ kind: 'person', id: PEOPLE.ama.id }, 'suspend')
  await receivedAll(reading)
  expect(await listed()).not.toContain(banned)
  // Refreshing the replies in memory must not restore it.
  expect(await listed(true)).not.toContain(banned)
})

it('the replica is bypassed if a reader looks at a new message', async () => {
  const productId = await insertProduct(db, { seller_id: PEOPLE.esi.id })
  const esi = await signIn(writing, 'esi')
  const { id } = await call<{ id: string }>(kofi, 'POST', '/api/conversations', { productId })
  await replica.pause()
  const sent = { clientKey: crypto.randomUUID(), content: 'Is it still there?' }
  await call(kofi, 'POST', `/api/conversations/${id}/messages`, sent)
  expect(await call(esi, 'GET', '/api/conversations')).toMatchObject({
    items: [{ id, lastMessage: { text: sent.content }, unread: 1 }],
  })
  expect(await call(esi, 'GET', '/api/conversations/unread')).toEqual({ count: 1 })
})
