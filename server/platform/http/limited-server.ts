import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressOf, isTrustedPeer } from './client-address.ts'
import { boundConnections, mostConnections } from '#server/platform/http/limits/connections.ts'
import { fairNetworkShare } from '#server/platform/http/limits/fair-share.ts'

/** Until the head of a request is there, counted from the connection's first moment: it is one packet. */
const HEAD_MILLISECONDS = 10_000
/** For an upload as a whole: ten million bytes at 6 KB a second. Its pace is watched in upload.ts. */
const REQUEST_MILLISECONDS = 30 * 60_000
/** A page requests its pictures meanwhile; opening a connection anew costs a phone one round trip. */
const KEEP_ALIVE_MILLISECONDS = 10_000
/** Longer than proxies keep an idle connection (nginx: 60 seconds), or one would send into a connection just closed. */
const KEEP_ALIVE_FOR_PROXIES_MILLISECONDS = 75_000
/** Node's default of 30 seconds would let each of these last as much longer. */
const CHECK_MILLISECONDS = 2_000
/**
 * Phone networks put thousands of people behind one address, of whom each who has the site open holds a web socket
 * and for moments a connection or two. A fifth of 20,000 leaves room for everybody else.
 */
const MOST_CONNECTIONS_OF_A_PEER = 4_000

export interface ConnectionLimits {
  trustedProxies: readonly string[]
  /** That share the port, and so what is allowed; 1 unless set. */
  processes?: number
  /** Only tests have fewer. */
  connections?: number
  connectionsOfAPeer?: number
}

/** A server that gives no head of a request and no idle connection longer than they need, and no peer all of it. */
export function createLimitedServer(limits: ConnectionLimits): Server {
  const isBehindProxies = limits.trustedProxies.length > 0
  const server = createServer({
    headersTimeout: HEAD_MILLISECONDS,
    requestTimeout: REQUEST_MILLISECONDS,
    keepAliveTimeout: isBehindProxies ? KEEP_ALIVE_FOR_PROXIES_MILLISECONDS : KEEP_ALIVE_MILLISECONDS,
    connectionsCheckingInterval: CHECK_MILLISECONDS,
    // Health probes leave it out; `guardRequests` refuses all others.
    requireHostHeader: false,
  })
  limitConnections(server, limits)
  return server
}

function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { trustedProxies, processes = 1, connectionsOfAPeer = MOST_CONNECTIONS_OF_A_PEER } = limits
  const isTrusted = isTrustedPeer(trustedProxies)
  const peerOf = addressOf([])
  const peers = fairNetworkShare(Math.ceil(connectionsOfAPeer / processes))
  const all = boundConnections(server, limits.connections ?? mostConnections(processes))
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // Everybody comes from the proxy, so its address does not say who has too many.
    const isProxy = remoteAddress !== undefined && isTrusted(remoteAddress)
    const leavePeer = isProxy ? () => undefined : peers.take(peerOf(remoteAddress, undefined))
    if (leavePeer) socket.once('close', leavePeer)
    if (!leavePeer || !all.take(socket)) socket.destroy()
  })
}
