import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveEvents, LiveReply } from '#contract/live.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import {
  callLive,
  connectLive,
  createLiveApp,
  type LiveApp,
  type LiveClient,
  nextEvent,
  TEST_PRESENCE_TIMES,
} from '#testing/live/live.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { until } from '#testing/until.ts'
import { postgresBus } from './postgres-bus.ts'

type Presences = Parameters<LiveEvents['presence.changed']>[0]['presence'][]

const { ama, kofi } = PEOPLE
/** Two processes of one site. */
let one: LiveApp
let two: LiveApp
let seller: TestClient
let buyer: TestClient
let conversationId: string
const sameSite = () => ({ bus: postgresBus, database: one.database, secrets: one.secrets })
const sockets: { socket: LiveClient; person: TestClient }[] = []

beforeAll(async () => {
  one = await createLiveApp({ bus: postgresBus })
  two = await createLiveApp(sameSite())
  await insertAccounts(one.db)
  seller = await signIn(one, 'ama')
  buyer = await signIn(one, 'kofi')
  const opened = await buyer.send('POST', '/api/conversations', { productId: await insertProduct(one.db) })
  conversationId = ((await opened.json()) as { id: string }).id
})
afterAll(async () => {
  await two.close()
  await one.close()
})
beforeEach(async () => {
  await one.db.updateTable('profiles').set({ shows_presence: true, last_seen_at: null }).execute()
})
afterEach(async () => {
  const leaving = sockets.splice(0).filter(({ socket }) => socket.connected)
  for (const { socket } of leaving) socket.close()
  await until(async () => (await presences()).length === 0)
  // The time is stored after the presence is deleted, and would reach the next test.
  for (const { person } of leaving) await until(async () => (await lastSeen(person)) !== null)
})

const presences = () => one.db.selectFrom('presences').select('user_id').execute()
const lastSeen = async (person: TestClient) =>
  (
    await one.db
      .selectFrom('profiles')
      .select('last_seen_at')
      .where('id', '=', person === seller ? ama.id : kofi.id)
      .executeTakeFirstOrThrow()
  ).last_seen_at

async function connect(person: TestClient, app = one): Promise<LiveClient> {
  const socket = await connectLive(app.url, person.token)
  sockets.push({ socket, person })
  return socket
}

/** Lets Kofi, at the second process, watch Ama's presence. */
async function watch() {
  const socket = await connect(buyer, two)
  const seen: Presences = []
  socket.on('presence.changed', ({ userId, presence }) => {
    // An event about another user becomes a state that no test expects.
    const state = userId === ama.id ? presence : { isOnline: false, lastSeenAt: `of ${userId}` }
    seen.push(state)
  })
  const reply = await callLive(socket, 'presence.watch', { conversationId })
  // What was known already is no change: changes that are read together are emitted as the same state twice, and the
  // last change of an earlier test may be emitted only now.
  const changes = () => {
    const known = (reply as LiveReply & { presence: Presences[number] }).presence
    const states = [known, ...seen]
    return states.filter((state, at) => at > 0 && !isDeepStrictEqual(state, states[at - 1]))
  }
  return { socket, changes, reply }
}

describe('presence', () => {
  it('is known at first and emitted on changes, across processes', async () => {
    const { reply, changes, socket } = await watch()
    expect(reply).toEqual({ ok: true, presence: { isOnline: false, lastSeenAt: null } })
    const here = await connect(seller)
    await expect.poll(changes).toEqual([{ isOnline: true, lastSeenAt: null }])
    here.close()
    await expect
      .poll(() => changes().at(-1))
      .toEqual({ isOnline: false, lastSeenAt: expect.any(String) as string })
    expect(await one.live.findPresence(ama.id)).toEqual(changes().at(-1))
    expect(await lastSeen(seller)).toBe(changes().at(-1)?.lastSeenAt)
    expect(socket.connected).toBe(true)
  })

  it('lasts while any tab or device is connected', async () => {
    const { changes } = await watch()
    const tabs = [await connect(seller, one), await connect(seller, one), await connect(seller, two)]
    await expect.poll(changes).toHaveLength(1)
    tabs[0]?.close()
    tabs[2]?.close()
    // The second process has removed her.
    await expect
      .poll(async () => (await presences()).filter(({ user_id }) => user_id === ama.id))
      .toHaveLength(1)
    expect(await two.live.findPresence(ama.id)).toMatchObject({ isOnline: true })
    expect(changes().filter((presence) => !presence?.isOnline)).toEqual([])
    tabs[1]?.close()
    await expect.poll(() => changes().at(-1)).toMatchObject({ isOnline: false })
  })

  it('does not flicker when a page is reloaded', async () => {
    // On a busy machine, the next connection may take longer than the usual grace period.
    const presenceTimes = { ...TEST_PRESENCE_TIMES, graceMs: 10_000 }
    const patient = await createLiveApp({ ...sameSite(), presenceTimes })
    const { changes } = await watch()
    const first = await connect(seller, patient)
    await expect.poll(changes).toHaveLength(1)
    for (let reload = 0; reload < 5; reload += 1) {
      sockets.at(-1)?.socket.close()
      await connect(seller, patient)
    }
    expect(first.connected).toBe(false)
    expect(await lastSeen(seller)).toBeNull()
    expect(changes()).toHaveLength(1)
    await patient.close()
    await one.db.deleteFrom('presences').where('user_id', '=', ama.id).execute()
  })

  it('is not emitted after nobody watches it', async () => {
    const { changes, socket } = await watch()
    await callLive(socket, 'presence.unwatch', { conversationId })
    await connect(seller, two)
    await expect.poll(async () => (await one.live.findPresence(ama.id))?.isOnline).toBe(true)
    await callLive(socket, 'presence.unwatch', { conversationId })
    expect(changes()).toEqual([])
  })

  it('disappears at once when its person hides it', async () => {
    const { changes, socket } = await watch()
    await connect(seller)
    await expect.poll(changes).toHaveLength(1)
    await one.db.transaction().execute(async (tx) => {
      await tx.updateTable('profiles').set({ shows_presence: false }).where('id', '=', ama.id).execute()
      await one.live.notifyPresenceChanged(tx, ama.id)
    })
    await expect.poll(changes).toEqual([{ isOnline: true, lastSeenAt: null }, null])
    expect(await callLive(socket, 'presence.watch', { conversationId })).toEqual({ ok: true, presence: null })
    expect(await one.live.findPresence(ama.id)).toBeNull()
  })
})

describe('a dead process', () => {
  it('is noticed by the others, which emit that its users are offline', async () => {
    const { changes } = await watch()
    const id = randomUUID()
    const beat_at = new Date(Date.now() - 60_000).toISOString()
    await one.db.insertInto('live_processes').values({ id, beat_at: new Date().toISOString() }).execute()
    await one.db.insertInto('presences').values({ user_id: ama.id, process_id: id }).execute()
    expect(await one.live.findPresence(ama.id)).toMatchObject({ isOnline: true })
    await one.db.updateTable('live_processes').set({ beat_at }).where('id', '=', id).execute()
    await expect.poll(changes).toEqual([{ isOnline: false, lastSeenAt: beat_at }])
    expect(await one.db.selectFrom('live_processes').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('writes its people again if it is still alive', async () => {
    await connect(seller)
    await expect.poll(presences).toHaveLength(1)
    // A database crash empties unlogged tables like this.
    await one.db.deleteFrom('live_processes').execute()
    expect(await presences()).toEqual([])
    await expect.poll(presences).toEqual([{ user_id: ama.id }])
  })
})

describe('two processes', () => {
  it('exchange events of any length for users of both', async () => {
    const [here, there] = [await connect(seller, one), await connect(buyer, two)]
    for (const content of ['Is this still available?', 'ɛ'.repeat(5000)]) {
      const received = [here, there].map((socket) => nextEvent(socket, 'message.sent'))
      await buyer.send('POST', `/api/conversations/${conversationId}/messages`, {
        content,
        clientKey: randomUUID(),
      })
      expect((await Promise.all(received)).map(({ message }) => message.content)).toEqual([content, content])
    }
    const typing = nextEvent(here, 'typing.changed')
    await callLive(there, 'typing', { conversationId, typing: true })
    expect(await typing).toEqual({ conversationId, userId: kofi.id, typing: true })
  })

  it('end a session on both', async () => {
    const person = await signIn(one, 'esi')
    const cut = [await connect(person, one), await connect(person, two)].map(
      (socket) => new Promise((resolve) => socket.once('disconnect', resolve)),
    )
    await person.send('POST', '/api/auth/logout', { scope: 'local' })
    expect(await Promise.all(cut)).toEqual(['io server disconnect', 'io server disconnect'])
  })
})
