import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import type { LiveEvents } from '#contract/live.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import {
  callLive,
  connectLive,
  createLiveApp,
  disconnected,
  type LiveClient,
  nextEvent,
} from '#testing/live/live.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createLiveApp)
let people: Record<keyof typeof PEOPLE, TestClient>
let conversationId: string
const sockets: LiveClient[] = []

beforeAll(async () => {
  await insertAccounts(test.db)
  people = {
    ama: await signIn(test, 'ama'),
    kofi: await signIn(test, 'kofi'),
    esi: await signIn(test, 'esi'),
  }
})
beforeEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('blocks').execute()
  const productId = await insertProduct(test.db)
  const opened = await people.kofi.send('POST', '/api/conversations', { productId })
  conversationId = ((await opened.json()) as { id: string }).id
})

async function connect(person: keyof typeof PEOPLE): Promise<LiveClient> {
  const socket = await connectLive(test.url, people[person].token)
  sockets.push(socket)
  return socket
}

/** Polls because presence is written a moment after a connection. */
async function expectOnline(socket: LiveClient) {
  await expect
    .poll(() => callLive(socket, 'presence.watch', { conversationId }))
    .toMatchObject({ presence: { isOnline: true } })
}

/** Every event that a socket has received. */
function eventsOf(socket: LiveClient) {
  const received: { event: keyof LiveEvents; payload: unknown }[] = []
  socket.onAny((event: keyof LiveEvents, payload: unknown) => received.push({ event, payload }))
  return received
}

const send = async (person: TestClient, content: string, clientKey = crypto.randomUUID()) =>
  (await (
    await person.send('POST', `/api/conversations/${conversationId}/messages`, { content, clientKey })
  ).json()) as Message

describe('a message', () => {
  it('reaches every device of both people and nobody else', async () => {
    const devices = [await connect('kofi'), await connect('kofi'), await connect('ama')]
    const stranger = await connect('esi')
    const ofStranger = eventsOf(stranger)
    const received = devices.map((socket) => nextEvent(socket, 'message.sent'))
    const message = await send(people.kofi, 'Is this still available?')
    expect(await Promise.all(received)).toEqual([{ message }, { message }, { message }])
    // This reply arrives after everything that was on its way to the stranger.
    expect(await callLive(stranger, 'presence.unwatch', { conversationId })).toEqual({
      ok: true,
    })
    expect(ofStranger).toEqual([])
  })

  it('shows its read receipt and reactions live', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    const { id } = await send(people.kofi, 'Is this still available?')
    const read = nextEvent(buyer, 'message.read')
    await people.ama.send('POST', `/api/conversations/${conversationId}/read`, { seq: 1 })
    expect(await read).toEqual({ conversationId, userId: PEOPLE.ama.id, seq: 1 })
    const reacted = nextEvent(buyer, 'reaction.changed')
    await people.ama.send('PUT', `/api/messages/${id}/reaction`, { reaction: 'heart' })
    expect(await reacted).toMatchObject({ messageId: id, userId: PEOPLE.ama.id, reaction: 'heart' })
    expect(seller.connected).toBe(true)
  })
})

describe('typing', () => {
  it('is visible to the other person only, until it stops', async () => {
    const [buyer, seller, stranger] = [await connect('kofi'), await connect('ama'), await connect('esi')]
    const received = [eventsOf(buyer), eventsOf(stranger)]
    const starts = nextEvent(seller, 'typing.changed')
    expect(await callLive(buyer, 'typing', { conversationId, typing: true })).toEqual({ ok: true })
    expect(await starts).toEqual({ conversationId, userId: PEOPLE.kofi.id, typing: true })
    const stops = nextEvent(seller, 'typing.changed')
    await callLive(buyer, 'typing', { conversationId, typing: false })
    expect(await stops).toMatchObject({ typing: false })
    expect(received).toEqual([[], []])
  })

  it('stops when the connection closes', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    await callLive(buyer, 'typing', { conversationId, typing: true })
    const stops = nextEvent(seller, 'typing.changed', ({ typing }) => !typing)
    buyer.close()
    expect(await stops).toEqual({ conversationId, userId: PEOPLE.kofi.id, typing: false })
  })
})

describe('a block during a live conversation', () => {
  const block = (id: string) => people.ama.send('PUT', `/api/blocks/${id}`)

  it('hides presence and typing from both', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    for (const socket of [buyer, seller]) {
      await expectOnline(socket)
      expect(await callLive(socket, 'typing', { conversationId, typing: false })).toEqual({ ok: true })
    }
    const unseen = nextEvent(buyer, 'presence.changed', ({ presence }) => presence === null)
    const alsoUnseen = nextEvent(seller, 'presence.changed', ({ presence }) => presence === null)
    const hidden = nextEvent(seller, 'hidden.changed')
    const toBuyer = eventsOf(buyer)
    await block(PEOPLE.kofi.id)
    expect(await unseen).toEqual({ userId: PEOPLE.ama.id, presence: null })
    expect(await alsoUnseen).toEqual({ userId: PEOPLE.kofi.id, presence: null })
    await hidden

    const received = [eventsOf(buyer), eventsOf(seller)]
    const seen = () =>
      received.flat().filter(({ event }) => event === 'presence.changed' || event === 'typing.changed')
    for (const socket of [buyer, seller]) {
      expect(await callLive(socket, 'typing', { conversationId, typing: true })).toEqual({ ok: true })
      expect(await callLive(socket, 'presence.watch', { conversationId })).toEqual({
        ok: true,
        presence: null,
      })
    }
    // This reply arrives after everything that was on its way.
    expect(await callLive(buyer, 'presence.unwatch', { conversationId })).toEqual({ ok: true })
    expect(await callLive(seller, 'presence.unwatch', { conversationId })).toEqual({ ok: true })
    // The badge of an earlier message may still arrive.
    expect(seen()).toEqual([])
    expect(toBuyer.map(({ event }) => event)).not.toContain('hidden.changed')
  })

  it('hides read receipts from the blocked person', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    const badge = nextEvent(seller, 'notifications.changed', ({ unread }) => unread > 0)
    await send(people.kofi, 'Is this still available?')
    await badge
    const noBadge = nextEvent(seller, 'notifications.changed')
    await block(PEOPLE.kofi.id)
    await noBadge
    const received = eventsOf(buyer)
    const read = nextEvent(seller, 'message.read')
    await people.ama.send('POST', `/api/conversations/${conversationId}/read`, { seq: 1 })
    await read
    expect(await callLive(buyer, 'presence.unwatch', { conversationId })).toEqual({ ok: true })
    expect(received.map(({ event }) => event)).not.toContain('message.read')
  })

  it('lets both see each other again after it ends', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    await block(PEOPLE.kofi.id)
    expect(await callLive(buyer, 'presence.watch', { conversationId })).toMatchObject({ presence: null })
    const hidden = nextEvent(seller, 'hidden.changed')
    await people.ama.send('DELETE', `/api/blocks/${PEOPLE.kofi.id}`)
    await hidden
    await expectOnline(buyer)
    expect(seller.connected).toBe(true)
  })
})

describe('a stranger', () => {
  it.each(['typing', 'presence.watch'])('cannot call %s', async (call) => {
    const [stranger, seller] = [await connect('esi'), await connect('ama')]
    const received = eventsOf(seller)
    const input = { conversationId, typing: true }
    expect(await callLive(stranger, call, input)).toMatchObject({
      ok: false,
      code: 'conversation-access-denied',
    })
    const unknown = { ...input, conversationId: crypto.randomUUID() }
    expect(await callLive(stranger, call, unknown)).toMatchObject({ code: 'conversation-not-found' })
    expect(await callLive(seller, 'presence.unwatch', { conversationId })).toEqual({ ok: true })
    expect(received).toEqual([])
  })

  it('cannot join a room by its name', async () => {
    const stranger = await connect('esi')
    const received = eventsOf(stranger)
    for (const name of ['join', 'subscribe', 'conversation.open', `person:${PEOPLE.ama.id}`]) {
      stranger.emit(name as 'typing', { conversationId, room: `person:${PEOPLE.ama.id}` } as never)
    }
    await send(people.kofi, 'A secret')
    await callLive(stranger, 'presence.unwatch', { conversationId })
    expect(received).toEqual([])
  })
})

describe('a flood', () => {
  it('is refused if it consists of typing events, which soon work again', async () => {
    const [buyer, seller] = [await connect('kofi'), await connect('ama')]
    const received = eventsOf(seller)
    // The clock is stopped so that the limit does not refill.
    const { startTime } = performance.mark('flood')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(startTime)
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        callLive(buyer, 'typing', { conversationId, typing: at % 2 === 0 }),
      ),
    )
    clock.mockRestore()
    expect(replies.filter(({ ok }) => ok)).toHaveLength(10)
    expect(replies).toContainEqual(expect.objectContaining({ code: 'too-many-requests' }))
    expect(received.filter(({ event }) => event === 'typing.changed').length).toBeLessThanOrEqual(10)
    await expect
      .poll(() => callLive(buyer, 'typing', { conversationId, typing: false }))
      .toEqual({ ok: true })
  })

  it('disconnects if it consists of other events', async () => {
    const socket = await connect('kofi')
    const cut = disconnected(socket)
    for (let count = 0; count < 1000; count += 1) socket.emit('nothing' as 'typing', {} as never)
    expect(await cut).toMatch(/transport/)
  })

  it('disconnects if it consists of a frame above 32 KB', async () => {
    const socket = await connect('kofi')
    const cut = disconnected(socket)
    socket.emit('typing', { conversationId: 'x'.repeat(40_000), typing: true })
    expect(await cut).toMatch(/transport/)
    expect((await connect('ama')).connected).toBe(true)
  })
})
