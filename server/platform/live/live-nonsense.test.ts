import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { LiveReply } from '#contract/live.ts'
import { beforeAll, expect, it } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { callLive, connectLive, createLiveApp, type LiveClient } from '#testing/live/live.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createLiveApp)
let kofi: TestClient
beforeAll(async () => {
  await insertAccounts(test.db)
  kofi = await signIn(test, 'kofi')
})

const CALLS = ['auth', 'typing', 'presence.watch', 'presence.unwatch']
/** Emits an event without requesting an answer. */
const emit = (socket: LiveClient, name: string, input: unknown[]) =>
  (socket as unknown as { emit(...values: unknown[]): object }).emit(name, ...input)

it('malformed calls are answered with an error', async () => {
  const call = fc.tuple(fc.constantFrom(...CALLS), fc.jsonValue({ maxDepth: 3 }))
  let socket = await connectLive(test.url, kofi.token)
  const replies: LiveReply[] = []
  await fc.assert(
    fc.asyncProperty(call, async ([name, input]) => {
      // Too many calls cut the connection, as any flood does.
      if (!socket.connected) socket = await connectLive(test.url, kofi.token)
      replies.push(await callLive(socket, name, input))
    }),
    { numRuns: 120 },
  )
  const codes = new Set(replies.map((reply) => (reply.ok ? 'ok' : reply.code)))
  expect([...codes].toSorted()).toEqual(['invalid-input', 'too-many-requests'])
  socket.close()
})

it('calls with too many or no arguments do not affect others', async () => {
  const call = fc.tuple(fc.constantFrom(...CALLS), fc.array(fc.jsonValue(), { maxLength: 4 }))
  const witness = await connectLive(test.url, kofi.token)
  const socket = await connectLive(test.url, kofi.token)
  fc.assert(
    fc.property(call, ([name, input]) => void emit(socket, name, input)),
    { numRuns: 150 },
  )
  expect(await callLive(witness, 'presence.unwatch', { conversationId: randomUUID() })).toEqual({ ok: true })
  witness.close()
  socket.close()
})

const frame = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom('0', '1', '2', '3', '4', '40', '41', '42', '43', '44', '45', '451-', '6'),
      fc.string(),
    )
    .map(([type, rest]) => type + rest),
  fc.json().map((json) => `42${json}`),
  fc.uint8Array({ maxLength: 100 }),
)

it('invalid frames do not affect others', async () => {
  const witness = await connectLive(test.url, kofi.token)
  const address = `${test.url.replace('http', 'ws')}/live/?EIO=4&transport=websocket`
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { minLength: 1, maxLength: 10 }),
      fc.boolean(),
      async (frames, isKnown) => {
        const socket = new WebSocket(address)
        await once(socket, 'open')
        if (isKnown) socket.send(`40${JSON.stringify({ token: kofi.token })}`)
        for (const each of frames) socket.send(each)
        socket.close()
        await once(socket, 'close')
      },
    ),
    { numRuns: 150 },
  )
  expect(witness.connected).toBe(true)
  expect(await callLive(witness, 'presence.unwatch', { conversationId: randomUUID() })).toEqual({
    ok: true,
  })
  witness.close()
})
