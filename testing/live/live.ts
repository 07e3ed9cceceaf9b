import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { LIVE_PATH, type LiveCalls, type LiveEvents, type LiveReply } from '#contract/live.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '#testing/app.ts'
import { serveApp } from '#testing/scale/serve-app.ts'

export interface LiveApp extends TestApp {
  /** Address of its port. */
  url: string
}

/** Short enough for tests to wait; no pause of a busy machine makes one process consider another dead. */
export const TEST_PRESENCE_TIMES = { graceMs: 60, heartbeatMs: 100, deadAfterMs: 10_000 }

/** The whole server on its own port. */
export async function createLiveApp(options: TestAppOptions = {}): Promise<LiveApp> {
  const test = await createTestApp({ presenceTimes: TEST_PRESENCE_TIMES, ...options })
  const served = await serveApp(test, test.live.attach)
  const close = async () => {
    await test.live.disconnectSockets(AbortSignal.abort())
    await served.close()
    await test.live.close()
    await test.close()
  }
  return { ...test, url: served.origin, close }
}

export type LiveClient = Socket<LiveEvents, LiveCalls>
type LiveClientOptions = Partial<ManagerOptions & SocketOptions>

/** A socket that is not connected yet. */
export const liveClient = (url: string, token: unknown, options: LiveClientOptions = {}): LiveClient =>
  io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    auth: { token },
    ...options,
  })

/** Resolves once it is connected, rejects with the server's reason for a refusal. */
export async function connectLive(
  url: string,
  token: unknown,
  options?: LiveClientOptions,
): Promise<LiveClient> {
  const socket = liveClient(url, token, options)
  const connected = Promise.withResolvers<void>()
  socket.once('connect', connected.resolve)
  socket.once('connect_error', connected.reject)
  socket.connect()
  await connected.promise
  return socket
}

/** Long enough for a busy server. */
const TIMEOUT_MS = 20_000

/** The next event of this name that passes the filter. */
export function nextEvent<Event extends keyof LiveEvents>(
  socket: LiveClient,
  event: Event,
  passes: (payload: Parameters<LiveEvents[Event]>[0]) => boolean = () => true,
): Promise<Parameters<LiveEvents[Event]>[0]> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      socket.off(event, listener as never)
    }
    const timer = setTimeout(() => {
      stop()
      reject(new Error(`No event ${event} arrived`))
    }, TIMEOUT_MS)
    const listener = (payload: Parameters<LiveEvents[Event]>[0]) => {
      if (!passes(payload)) return
      stop()
      resolve(payload)
    }
    socket.on(event, listener as never)
  })
}

/** Resolves to the reason of the disconnect. */
export const disconnected = (socket: LiveClient) =>
  new Promise<string>((resolve) =>
    socket.connected ? socket.once('disconnect', resolve) : resolve('already'),
  )

/** Sends anything, because the types of `LiveCalls` forbid the nonsense that tests send. */
export const callLive = (socket: LiveClient, name: string, ...input: unknown[]): Promise<LiveReply> =>
  (socket.timeout(5000) as unknown as { emitWithAck(...values: unknown[]): Promise<LiveReply> }).emitWithAck(
    name,
    ...input,
  )
