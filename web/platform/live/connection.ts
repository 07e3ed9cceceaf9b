import { io, type Socket } from 'socket.io-client'
import { LIVE_PATH, type LiveCalls, type LiveEvents } from '#contract/live.ts'
import type { Caller, LiveEnd } from './live.ts'
import { retryPause } from './retry-pause.ts'

/** A later answer is useless, because the call is repeated after the next connect. */
const ANSWER_MILLISECONDS = 5000
/** After a connection that lasted this long, failures are counted from zero again. */
const STEADY_MILLISECONDS = 30_000
/** A working connection answers sooner. */
const ALIVE_MILLISECONDS = 3000

export interface ConnectionOptions {
  live: LiveEnd
  /** Returns a token that is valid now, or undefined if nobody is signed in. */
  accessToken: () => Promise<string | undefined>
  /** Called when the server refuses this session. */
  onRefused: (code: string | undefined) => void
  /** The site's address; only tests set it. */
  url?: string
}

export interface Connection {
  renew(token: string): void
  /** Connects at once instead of at the next attempt, or checks an open connection. */
  connectNow(): void
  close(): void
}

type LiveSocket = Socket<LiveEvents, LiveCalls>

function callerOf(socket: LiveSocket): Caller {
  return async (name, input) => {
    if (!socket.connected) return undefined
    const patient = socket.timeout(ANSWER_MILLISECONDS)
    // Each call's name, input and answer belong together, which the library's type cannot express.
    const emit = patient.emitWithAck.bind(patient) as (name: string, input: unknown) => Promise<never>
    return emit(name, input).catch(() => undefined)
  }
}

/**
 * Tries again in the cases where the library does not: after a refusal, and after the server has closed the
 * connection.
 */
function createRetry(socket: LiveSocket) {
  let failures = 0
  let connectedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    connected: () => (connectedAt = Date.now()),
    later() {
      if (connectedAt > 0 && Date.now() - connectedAt > STEADY_MILLISECONDS) failures = 0
      connectedAt = 0
      clearTimeout(timer)
      timer = setTimeout(() => socket.connect(), retryPause(failures, Math.random()))
      failures += 1
    },
    stop: () => clearTimeout(timer),
  }
}

/** Cuts a connection that does not answer. A phone that slept may have lost it without noticing. */
function createLivenessCheck(socket: LiveSocket, accessToken: ConnectionOptions['accessToken']) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let connectedAt = 0
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    connected: () => (connectedAt = Date.now()),
    stop,
    async check() {
      if (timer || Date.now() - connectedAt < ALIVE_MILLISECONDS) return
      timer = setTimeout(() => {
        stop()
        // The library reconnects by itself.
        if (socket.connected) socket.io.engine.close()
      }, ALIVE_MILLISECONDS)
      const token = await accessToken()
      // Any answer proves that the connection works.
      if (token) socket.emit('auth', { token }, stop)
      else stop()
    },
  }
}

/** Opens this tab's connection and keeps it open until it is closed. */
export function openConnection({ live, accessToken, onRefused, url = '' }: ConnectionOptions): Connection {
  const socket: LiveSocket = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    auth: (give) => void accessToken().then((token) => give({ token })),
    reconnectionDelay: 500,
    reconnectionDelayMax: 15_000,
  })
  const retry = createRetry(socket)
  const liveness = createLivenessCheck(socket, accessToken)

  socket.onAny((event: string, payload: unknown) => live.deliver(event, payload))
  socket.on('connect', () => {
    retry.connected()
    liveness.connected()
    live.setState('connected')
  })
  socket.on('disconnect', (reason) => {
    liveness.stop()
    live.setState('connecting')
    if (reason !== 'io server disconnect') return
    onRefused(undefined)
    retry.later()
  })
  socket.on('connect_error', (error) => {
    // While the socket is active, the library tries again by itself.
    if (socket.active) return
    onRefused((error as Error & { data?: { code?: string } }).data?.code)
    retry.later()
  })
  live.setCaller(callerOf(socket))
  live.setState('connecting')

  return {
    renew: (token) => void live.call('auth', { token }),
    connectNow() {
      if (socket.connected) return void liveness.check()
      retry.stop()
      socket.disconnect().connect()
    },
    close() {
      retry.stop()
      liveness.stop()
      socket.offAny()
      socket.off()
      socket.disconnect()
      live.setCaller(undefined)
      live.setState('off')
    },
  }
}
