import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressOf, isTrustedPeer } from './client-address.ts'
import { boundConnections, mostConnections } from '#server/platform/http/limits/connections.ts'
import { fairNetworkShare } from '#server/platform/http/limits/fair-share.ts'

/** Maximum time from the start of a connection to the head of its request, which is one packet. */
const HEAD_MILLISECONDS = 10_000
/** Maximum time for a whole upload: ten million bytes at 6 KB a second. upload.ts also checks its speed. */
const REQUEST_MILLISECONDS = 30 * 60_000
/** A page requests its pictures within this time; a new connection costs a phone one round trip. */
const KEEP_ALIVE_MILLISECONDS = 10_000
/**
 * Longer than proxies keep an idle connection (nginx: 60 seconds), because they would otherwise send into a
 * connection just closed.
 */
const KEEP_ALIVE_FOR_PROXIES_MILLISECONDS = 75_000
/** Interval of Node's checks; its default of 30 seconds would lengthen all these limits by as much. */
const CHECK_MILLISECONDS = 2_000
/**
 * Phone networks put thousands of people behind one address; each person on the site has a web socket and briefly one
 * or two connections. A fifth of 20,000 leaves room for everybody else.
 */
const CONNECTIONS_PER_PEER_MAX = 4_000

export interface ConnectionLimits {
  trustedProxies: readonly string[]
  /** Processes that share the port; limits are divided by it. Default 1. */
  processes?: number
  /** Maximum connections; only tests set a lower one. */
  connections?: number
  connectionsPerPeer?: number
}

/**
 * Creates a server with short timeouts for request heads and idle connections, and a share of connections for each
 * peer.
 */
export function createLimitedServer(limits: ConnectionLimits): Server {
  const isBehindProxies = limits.trustedProxies.length > 0
  const server = createServer({
    headersTimeout: HEAD_MILLISECONDS,
    requestTimeout: REQUEST_MILLISECONDS,
    keepAliveTimeout: isBehindProxies ? KEEP_ALIVE_FOR_PROXIES_MILLISECONDS : KEEP_ALIVE_MILLISECONDS,
    connectionsCheckingInterval: CHECK_MILLISECONDS,
    // Health probes send no Host header; `guardRequests` refuses other requests without one.
    requireHostHeader: false,
  })
  limitConnections(server, limits)
  return server
}

function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { trustedProxies, processes = 1, connectionsPerPeer = CONNECTIONS_PER_PEER_MAX } = limits
  const isTrusted = isTrustedPeer(trustedProxies)
  const peerOf = addressOf([])
  const peers = fairNetworkShare(Math.ceil(connectionsPerPeer / processes))
  const all = boundConnections(server, limits.connections ?? mostConnections(processes))
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    // All clients of a proxy share its address, so it does not show which client has too many connections.
    const isProxy = remoteAddress !== undefined && isTrusted(remoteAddress)
    const leavePeer = isProxy ? () => undefined : peers.take(peerOf(remoteAddress, undefined))
    if (leavePeer) socket.once('close', leavePeer)
    if (!leavePeer || !all.take(socket)) socket.destroy()
  })
}
