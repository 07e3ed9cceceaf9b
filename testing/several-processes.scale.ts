import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Presence } from '#contract/conversations.ts'
import type { LiveReply } from '#contract/live.ts'
import { callLive, connectLive, disconnected, nextEvent } from './live.ts'
import { type RedisServer, startRedis } from './redis-server.ts'
import type { TalkClient } from './talk-client.ts'
import type { Talker } from './talkers.ts'
import { openTwoSites, type TwoSites } from './two-sites.ts'

const BURST = 60
/** A process that died is taken for dead by the others, who look every few seconds. */
const NOTICED_MILLISECONDS = 60_000

const redisCommand = process.env.REDIS_SERVER

/** Both send in turn while `meanwhile` happens; everything must be shown on both sides, once and in order. */
async function expectTalk(one: TalkClient, two: TalkClient, meanwhile?: () => Promise<void>) {
  const before = one.shown.length
  let happening: Promise<void> | undefined
  const say = async (client: TalkClient, name: string) => {
    for (let number = 1; number <= BURST; number += 1) {
      if (number === BURST / 3) happening ??= meanwhile?.()
      await client.send(`${name} ${number}`)
    }
  }
  await Promise.all([say(one, 'one'), say(two, 'two')])
  await happening
  const count = before + 2 * BURST
  await Promise.all([one.shows(count), two.shows(count)])
  const [here, there] = [one, two].map(({ shown }) => shown.map(({ seq, content }) => `${seq} ${content}`))
  expect(here).toEqual(there)
  for (const name of ['one', 'two']) {
    const said = one.shown.slice(before).filter(({ content }) => content.startsWith(name))
    expect(said.map(({ content }) => content)).toEqual(
      Array.from({ length: BURST }, (_, at) => `${name} ${at + 1}`),
    )
  }
}

type WatchReply = Extract<LiveReply<{ presence: Presence }>, { ok: true }>

/** What this person sees of the other's presence; asked anew after each reconnect, as the site does. */
async function watchPresence(
  { socket, talker }: TalkClient,
  other: Talker,
): Promise<() => Presence | undefined> {
  const { conversationId } = talker
  let last: Presence | undefined
  socket.on('presence.changed', ({ userId, presence }) => {
    if (userId === other.id) last = presence
  })
  const ask = async () => {
    const reply = await callLive(socket, 'presence.watch', { conversationId })
    if (reply.ok) last = (reply as WatchReply).presence
  }
  // One that is cut off again asks at its next connect.
  socket.on('connect', () => void ask().catch(() => undefined))
  await ask()
  return () => last
}

// Where no Redis can be installed there is nothing of it to test, which the step says.
describe.each(['PostgreSQL alone', ...(redisCommand ? ['Redis'] : [])])('through %s', (way) => {
  let redis: RedisServer | undefined
  let all: TwoSites
  beforeAll(async () => {
    if (way === 'Redis') redis = await startRedis(redisCommand ?? '')
    all = await openTwoSites(redis ? { REDIS_URL: redis.url } : {})
  })
  afterAll(async () => {
    await all?.close()
    await redis?.stop()
  })

  it('two people on different processes talk, and see each other type and come', async () => {
    const [a, b] = await all.newPair()
    const [one, two] = [await all.open(a, all.sites[0].url), await all.open(b, all.sites[1].url)]
    await expectTalk(one, two)
    const typing = nextEvent(two.socket, 'typing.changed')
    const { conversationId } = a
    await callLive(one.socket, 'typing', { conversationId, typing: true })
    expect(await typing).toEqual({ conversationId, userId: a.id, typing: true })
    expect(await callLive(two.socket, 'presence.watch', { conversationId })).toMatchObject({
      presence: { isOnline: true },
    })
    const gone = nextEvent(two.socket, 'presence.changed')
    one.close()
    expect(await gone).toMatchObject({ userId: a.id, presence: { isOnline: false } })
  })

  it('a session that ends on one is cut on the other within a second', async () => {
    const waited: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const [a] = await all.newPair()
      const socket = await connectLive(all.sites[1].url, await all.sign(a))
      const cut = disconnected(socket)
      const startedAt = performance.now()
      const response = await fetch(`${all.sites[0].url}/api/auth/logout`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await all.sign(a)}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ scope: 'local' }),
      })
      expect(response.status).toBe(200)
      expect(await cut).toBe('io server disconnect')
      waited.push(performance.now() - startedAt)
    }
    // The middle one: four processes share the machine.
    expect(waited.toSorted((one, other) => one - other)[2]).toBeLessThan(1000)
  })

  it('the database may crash, and what stands between the processes', async () => {
    const [a, b] = await all.newPair()
    const [one, two] = [await all.open(a, all.sites[0].url), await all.open(b, all.sites[1].url)]
    await expectTalk(one, two, () => all.postgres.restart('crash'))
    await expectTalk(one, two, redis?.restart)
  })

  it('a process that is stopped lets its people go to the other', async () => {
    const [a, b] = await all.newPair()
    const [one, two] = [await all.open(a, all.balancer.url), await all.open(b, all.sites[1].url)]
    const left = disconnected(one.socket)
    await expectTalk(one, two, () => all.endFirst('stop'))
    expect(await left).toBe('transport close')
    await all.startFirst()
  })

  it('a process that is killed loses nothing: its people talk on at the other', async () => {
    const [a, b] = await all.newPair()
    const [stays, leaves] = await all.newPair()
    const [one, two] = [await all.open(a, all.balancer.url), await all.open(b, all.sites[1].url)]
    const watcher = await all.open(stays, all.sites[1].url)
    const watched = await all.open(leaves, all.sites[0].url)
    const presence = await watchPresence(watcher, leaves)
    // Written a moment after the connection stands, and then told.
    await expect.poll(presence).toMatchObject({ isOnline: true })
    watched.socket.io.reconnection(false)
    await expectTalk(one, two, () => all.endFirst('kill'))
    await expect
      .poll(presence, { timeout: NOTICED_MILLISECONDS, interval: 200 })
      .toEqual({ isOnline: false, lastSeenAt: expect.any(String) as string })
    await all.startFirst()
  })
})
