import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LIVE_PATH } from '#contract/live.ts'
import { type Connection, openConnection } from './connection.ts'
import { createLive } from './live.ts'

let io: Server
let url: string
let sockets: Socket[]
/** Tokens sent in the handshake or later. */
let shown: string[]
let refuse: string | undefined
let token: string
let refusals: (string | undefined)[]
let connection: Connection | undefined
let live: ReturnType<typeof createLive>

beforeEach(async () => {
  sockets = []
  shown = []
  refusals = []
  refuse = undefined
  token = 'one'
  live = createLive()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  io = new Server(server, { path: LIVE_PATH, transports: ['websocket'] })
  io.use((socket, next) => {
    shown.push((socket.handshake.auth as { token: string }).token)
    next(refuse === undefined ? undefined : Object.assign(new Error(refuse), { data: { code: refuse } }))
  })
  io.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('auth', (call: { token: string }, answer: (reply: object) => void) => {
      shown.push(call.token)
      answer({ ok: true })
    })
  })
})

afterEach(async () => {
  connection?.close()
  await io.close()
})

function open() {
  // The shortest pauses between attempts.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  connection = openConnection({
    live,
    url,
    accessToken: async () => token,
    onRefused: (code) => refusals.push(code),
  })
  return connection
}

async function untilConnected(): Promise<void> {
  await expect.poll(() => live.state()).toBe('connected')
}

it('sends the current token at each connect and fresh ones later', async () => {
  const opened = open()
  expect(live.state()).toBe('connecting')
  await untilConnected()
  opened.renew('two')
  await expect.poll(() => shown).toEqual(['one', 'two'])
  token = 'three'
  sockets[0]?.conn.close()
  await expect.poll(() => shown).toEqual(['one', 'two', 'three'])
})

it('receives events and sends requests', async () => {
  open()
  await untilConnected()
  const onPresence = vi.fn<(event: object) => void>()
  live.subscribe('presence.changed', onPresence)
  sockets[0]?.emit('presence.changed', { userId: 'ama', presence: null })
  await expect.poll(() => onPresence).toHaveBeenCalledWith({ userId: 'ama', presence: null })
  await expect(live.call('auth', { token: 'two' })).resolves.toEqual({ ok: true })
})

it('reconnects and reports when the server disconnects it', async () => {
  open()
  await untilConnected()
  sockets[0]?.disconnect(true)
  await expect.poll(() => sockets).toHaveLength(2)
  expect(refusals).toEqual([undefined])
})

it('reports why it was refused and retries at once on an opportunity', async () => {
  refuse = 'session-ended'
  const opened = open()
  await expect.poll(() => refusals).toEqual(['session-ended'])
  refuse = undefined
  opened.connectNow()
  await untilConnected()
})

it('stays if the check is answered, and is replaced otherwise', async () => {
  const opened = open()
  await untilConnected()
  opened.connectNow()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
  opened.connectNow()
  await expect.poll(() => shown).toEqual(['one', 'one'])
  // Answers arrive in the order of the calls, so the check has its answer by now.
  await live.call('auth', { token: 'two' })
  expect(sockets).toHaveLength(1)
  const states: string[] = []
  live.onState(() => states.push(live.state()))
  // The browser still believes that this dead connection is open.
  sockets[0]?.removeAllListeners('auth')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened.connectNow()
  await vi.advanceTimersByTimeAsync(3000)
  vi.useRealTimers()
  await expect.poll(() => states).toContain('connecting')
})

it('ends once it is closed', async () => {
  const opened = open()
  await untilConnected()
  opened.close()
  expect(live.state()).toBe('off')
  await expect.poll(() => sockets[0]?.connected).toBe(false)
  await expect(live.call('auth', { token: 'two' })).resolves.toBeUndefined()
})
