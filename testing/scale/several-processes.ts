import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Presence } from '#contract/presence.ts'
import type { LiveReply } from '#contract/live.ts'
import { callLive, connectLive, disconnected, nextEvent } from '#testing/live/live.ts'
import { type RedisServer, startRedis } from '#testing/services/redis-server.ts'
import type { ConversationClient } from '#testing/live/conversation-client.ts'
import type { Participant } from '#testing/live/conversation-people.ts'
import { openTwoProcesses, type TwoProcesses } from './two-processes.ts'

const BURST = 60
/** Time limit for noticing a dead process; processes look for dead ones every few seconds. */
const NOTICED_MILLISECONDS = 60_000

/** Both people send during an incident; both must see everything once and in order. */
async function expectConversation(
  one: ConversationClient,
  two: ConversationClient,
  meanwhile?: () => Promise<void>,
) {
  const before = one.shown.length
  let happening: Promise<void> | undefined
  const say = async (client: ConversationClient, name: string) => {
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

/**
 * The other person's presence as this person sees it; requested again after each reconnect, like the site.
 */
async function watchPresence(
  { socket, participant }: ConversationClient,
  other: Participant,
): Promise<() => Presence | undefined> {
  const { conversationId } = participant
  let last: Presence | undefined
  socket.on('presence.changed', ({ userId, presence }) => {
    if (userId === other.id) last = presence
  })
  const requestPresence = async () => {
    const reply = await callLive(socket, 'presence.watch', { conversationId })
    if (reply.ok) last = (reply as WatchReply).presence
  }
  // If it disconnects again, the next connect requests it again.
  socket.on('connect', () => void requestPresence().catch(() => undefined))
  await requestPresence()
  return () => last
}

async function expectLiveConversation(all: TwoProcesses): Promise<void> {
  const [a, b] = await all.newPair()
  const [one, two] = [await all.open(a, all.processes[0].url), await all.open(b, all.processes[1].url)]
  await expectConversation(one, two)
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
}

async function expectEndedSessionCut(all: TwoProcesses): Promise<void> {
  const [a] = await all.newPair()
  const socket = await connectLive(all.processes[1].url, await all.sign(a))
  const cut = disconnected(socket)
  const response = await fetch(`${all.processes[0].url}/api/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await all.sign(a)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ scope: 'local' }),
  })
  expect(response.status).toBe(200)
  expect(await cut).toBe('io server disconnect')
}

async function expectCrashSurvived(all: TwoProcesses, redis?: RedisServer): Promise<void> {
  const [a, b] = await all.newPair()
  const [one, two] = [await all.open(a, all.processes[0].url), await all.open(b, all.processes[1].url)]
  await expectConversation(one, two, () => all.postgres.restart('crash'))
  await expectConversation(one, two, redis?.restart)
}

async function expectStopSurvived(all: TwoProcesses): Promise<void> {
  const [a, b] = await all.newPair()
  const [one, two] = [await all.open(a, all.balancer.url), await all.open(b, all.processes[1].url)]
  // Seconds after a crash of the bus, the processes close their sockets once more, so that browsers catch up.
  await expect.poll(() => one.socket.connected).toBe(true)
  const left = disconnected(one.socket)
  await expectConversation(one, two, () => all.endFirst('stop'))
  expect(await left).toBe('transport close')
  await all.startFirst()
}

async function expectKillSurvived(all: TwoProcesses): Promise<void> {
  const [a, b] = await all.newPair()
  const [stays, leaves] = await all.newPair()
  const [one, two] = [await all.open(a, all.balancer.url), await all.open(b, all.processes[1].url)]
  const watcher = await all.open(stays, all.processes[1].url)
  const watched = await all.open(leaves, all.processes[0].url)
  const presence = await watchPresence(watcher, leaves)
  // The presence is written a moment after the connect, then emitted.
  await expect.poll(presence).toMatchObject({ isOnline: true })
  watched.socket.io.reconnection(false)
  await expectConversation(one, two, () => all.endFirst('kill'))
  await expect
    .poll(presence, { timeout: NOTICED_MILLISECONDS, interval: 200 })
    .toEqual({ isOnline: false, lastSeenAt: expect.any(String) as string })
  await all.startFirst()
}

/** Tests for two processes of one site; with a Redis server's command they communicate through Redis. */
export function describeTwoProcesses(redisCommand?: string): void {
  let redis: RedisServer | undefined
  let all: TwoProcesses
  beforeAll(async () => {
    if (redisCommand) redis = await startRedis(redisCommand)
    all = await openTwoProcesses(redis ? { REDIS_URL: redis.url } : {})
  })
  afterAll(async () => {
    await all?.close()
    await redis?.stop()
  })

  it('two people on different processes exchange messages, typing and presence', async () =>
    expectLiveConversation(all))

  it('a session ended on one process is disconnected on the other', async () => expectEndedSessionCut(all))

  it('a conversation survives crashes of the database and of the bus', async () =>
    expectCrashSurvived(all, redis))

  it('a stopped process moves its people to the other', async () => expectStopSurvived(all))

  it('a killed process loses nothing, and its people continue on the other', async () =>
    expectKillSurvived(all))
}
