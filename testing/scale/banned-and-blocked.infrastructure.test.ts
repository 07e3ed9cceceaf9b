import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { DecisionForm } from '#contract/moderation/cases/cases.ts'
import type { Participant } from '#testing/live/conversation-people.ts'
import { payloadOf, PUBLIC_CHANGES_CHANNEL } from '#server/platform/http/pages/public-changes.ts'
import { disconnected, nextEvent } from '#testing/live/live.ts'
import { insertProduct } from '#testing/market/products.ts'
import { type Connection, openSharedPort } from './shared-port.ts'
import { enterSecondStep } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'

const site = setUp(() => openSharedPort(2))
beforeAll(() => site.answers())

/** A person who may ban, just signed in with a second factor. */
async function newModerator(): Promise<string> {
  const [moderator] = await site.newPair()
  await site.db.insertInto('staff').values({ account_id: moderator.id, role: 'moderator' }).execute()
  await site.db
    .updateTable('accounts')
    .set({ totp_enabled_at: new Date().toISOString(), totp_secret: Buffer.from('sealed') })
    .where('id', '=', moderator.id)
    .execute()
  const token = await site.sign(moderator)
  await enterSecondStep(site, moderator.id)
  return token
}

async function ban(by: Connection, person: Participant): Promise<void> {
  const body: DecisionForm = {
    target: { kind: 'person', id: person.id },
    action: 'ban',
    rule: 'no-money-first',
    words: 'You asked five people for money first.',
    days: null,
  }
  const decided = await by.send('/api/moderation/decisions', {
    method: 'POST',
    token: await newModerator(),
    body,
  })
  expect(decided).toMatchObject({ status: 201 })
}

it.each([
  ['one', 'two', 1],
  ['two', 'one', 2],
])('a person banned through process %s is also locked out of process %s', async (_from, _to, number) => {
  const by = await site.connectTo(number)
  const other = await site.connectTo(3 - number)
  const [person] = await site.newPair()
  const token = await site.sign(person)
  const statusAt = async (connection: Connection) => (await connection.send('/api/profile', { token })).status
  for (const each of [by, other]) expect(await statusAt(each)).toBe(200)
  const cut = (await site.openSockets(person)).map(disconnected)
  await ban(by, person)
  await Promise.all(cut)
  for (const each of [by, other]) await expect.poll(() => statusAt(each)).toBe(401)
})

it("a banned person's listings disappear from every page of the other process", async () => {
  const [by, other] = [await site.connectTo(1), await site.connectTo(2)]
  const [seller] = await site.newPair()
  const title = `Gramophone ${randomUUID().slice(0, 8)}`
  const id = await insertProduct(site.db, { seller_id: seller.id, title })
  await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${payloadOf('market', 'test')})`.execute(site.db)
  // Cached in both processes with the listing.
  const withIt = {
    'its page': `/products/${id}`,
    'its facts': `/api/products/${id}`,
    'the newest': '/products',
    'the search page': `/products?search=${encodeURIComponent(title)}`,
    'the search': `/api/products?search=${encodeURIComponent(title)}`,
    'its seller': `/api/sellers/${seller.id}/products`,
    'the seller page': `/sellers/${seller.id}`,
    'the front page': '/',
    'the sitemap': '/sitemap.xml',
  }
  const showsIt = async (connection: Connection, path: string) => {
    const { status, body } = await connection.send(path)
    return status === 200 && body.includes(id)
  }
  const shownAt = async (connection: Connection) => {
    const shown: string[] = []
    for (const [name, path] of Object.entries(withIt)) if (await showsIt(connection, path)) shown.push(name)
    return shown
  }
  for (const each of [by, other]) await expect.poll(() => shownAt(each)).toEqual(Object.keys(withIt))
  await ban(by, seller)
  await expect.poll(() => shownAt(other)).toEqual([])
  expect(await shownAt(by)).toEqual([])
})

it.each([1, 2])('a block made through process %i applies in the other', async (number) => {
  const by = await site.connectTo(number)
  const other = await site.connectTo(3 - number)
  const [seller, buyer] = await site.newPair()
  const id = await insertProduct(site.db, { seller_id: seller.id })
  const buyersToken = await site.sign(buyer)
  const send = () =>
    other.send(`/api/conversations/${buyer.conversationId}/messages`, {
      method: 'POST',
      token: buyersToken,
      body: { clientKey: randomUUID(), content: 'Is it still there?' },
    })
  expect(await send()).toMatchObject({ status: 201 })
  const emitted = (await site.openSockets(seller)).map((socket) => nextEvent(socket, 'hidden.changed'))
  const blocked = await by.send(`/api/blocks/${buyer.id}`, { method: 'PUT', token: await site.sign(seller) })
  expect(blocked).toMatchObject({ status: 200 })
  await Promise.all(emitted)
  const refusal = await send()
  expect([refusal.status, JSON.parse(refusal.body)]).toMatchObject([
    409,
    { error: { code: 'person-unavailable' } },
  ])
  const opened = await other.send('/api/conversations', {
    method: 'POST',
    token: buyersToken,
    body: { productId: id },
  })
  expect(opened).toMatchObject({ status: 409 })
})
