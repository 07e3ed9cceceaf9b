import type { IncomingMessage } from 'node:http'
import { Server, type ServerOptions } from 'socket.io'
import { LIVE_PATH } from '#contract/live.ts'
import { addressOf } from '#server/platform/http/client-address.ts'
import type { SiteAddress } from '#server/platform/http/same-origin.ts'
import type { Bus } from './bus.ts'
import { handshakeCheck } from './handshake.ts'
import type { LiveServer, LiveSocket } from './live-socket.ts'
import { tokenBucket } from './token-bucket.ts'

export type LiveSite = SiteAddress & { trustedProxies: readonly string[] }

/** Maximum size of a frame; calls contain an id and a word or two. */
const FRAME_BYTES = 32 * 1024
/** Maximum time of a connection without a signed-in user. */
const ANONYMOUS_MS = 10_000
/** Maximum packets of any kind per connection; a connection that exceeds them is closed. */
const PACKETS_PER_SECOND = 20
const PACKETS_BURST = 200

export function openServer({ site, bus }: { site: LiveSite; bus: Bus }): LiveServer {
  const refusalOf = handshakeCheck(site, addressOf(site.trustedProxies))
  const options: Partial<ServerOptions> = {
    path: LIVE_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_BYTES,
    connectTimeout: ANONYMOUS_MS,
    allowRequest(request, answer) {
      const refusal = refusalOf(request)
      answer(refusal, refusal === undefined)
    },
  }
  if (bus.adapter) options.adapter = bus.adapter
  return new Server(options)
}

interface Connection {
  request: unknown
  on(event: 'packet', listener: () => void): unknown
  once(event: 'close', listener: () => void): unknown
  close(discard: boolean): void
}

/**
 * Limits of a connection, signed in or not: packets, counted before they are parsed, and time without a signed-in
 * user. Socket.IO's own limit only requests that the client closes the connection, which a client may ignore, and
 * does not apply after a user has left.
 */
export function connectionLimits(anonymousMs = ANONYMOUS_MS) {
  const timers = new WeakMap<object, { start: () => void; stop: () => void }>()
  return {
    watch(connection: Connection): void {
      const isAllowed = tokenBucket(PACKETS_PER_SECOND, PACKETS_BURST)
      connection.on('packet', () => isAllowed() || connection.close(true))
      const { socket } = connection.request as IncomingMessage
      // The request is no longer needed, and would stay in memory as long as the connection.
      connection.request = null
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = () => {
        clearTimeout(timer)
        timer = undefined
      }
      const start = () => {
        if (!socket.destroyed) timer ??= setTimeout(() => socket.destroy(), anonymousMs)
      }
      timers.set(connection, { start, stop })
      // After the last packet the network connection may still be open.
      connection.once('close', start)
      socket.once('close', stop)
      start()
    },
    /** Stops the timer; when the socket disconnects, the connection is anonymous again. */
    signedIn(socket: LiveSocket): void {
      const timer = timers.get(socket.conn)
      timer?.stop()
      socket.once('disconnect', () => timer?.start())
    },
  }
}
