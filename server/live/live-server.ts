import { Server, type ServerOptions } from 'socket.io'
import { LIVE_PATH } from '#contract/live.ts'
import { addressOf } from '#server/http/client-address.ts'
import type { SiteAddress } from '#server/http/same-origin.ts'
import type { Bus } from './bus.ts'
import { pace } from './flood.ts'
import { handshakeCheck } from './handshake.ts'
import type { LiveServer } from './live-socket.ts'

export type LiveSite = SiteAddress & { trustedProxies: readonly string[] }

/** A call is an id and a word or two. */
const FRAME_BYTES = 32 * 1024
/** To say who one is, once connected. */
const CONNECT_MILLISECONDS = 10_000
/** Packets of one connection, of whatever kind; with more it is cut. */
const PACKETS_A_SECOND = 20
const PACKETS_AT_ONCE = 200

export function openServer({ site, bus }: { site: LiveSite; bus: Bus }): LiveServer {
  const refusalOf = handshakeCheck(site, addressOf(site.trustedProxies))
  const options: Partial<ServerOptions> = {
    path: LIVE_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_BYTES,
    connectTimeout: CONNECT_MILLISECONDS,
    allowRequest(request, answer) {
      const refusal = refusalOf(request)
      answer(refusal, refusal === undefined)
    },
  }
  if (bus.adapter) options.adapter = bus.adapter
  return new Server(options)
}

/** Before anything of a packet is looked at: also of those who never say who they are. */
export function limitPackets(connection: {
  request: unknown
  on(event: 'packet', hear: () => void): unknown
  close(discard: boolean): void
}): void {
  const mayGoOn = pace(PACKETS_A_SECOND, PACKETS_AT_ONCE)
  connection.on('packet', () => mayGoOn() || connection.close(true))
  // Nobody looks at it any more, and it would be kept as long as the connection.
  connection.request = null
}
