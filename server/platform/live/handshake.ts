import type { IncomingMessage } from 'node:http'
import { type AddressOf, countedNetworks } from '#server/platform/http/client-address.ts'
import { isOwnOrigin, type SiteAddress } from '#server/platform/http/same-origin.ts'
import { tokenBuckets } from './token-bucket.ts'

/** Limits per address: many people of a mobile network share one, and all reconnect at once after a restart. */
const HANDSHAKES_PER_SECOND = 50
const HANDSHAKES_BURST = 1000

/** Decides whether a socket may connect, before its first packet, which contains the token. */
export function handshakeCheck(site: SiteAddress, addressOf: AddressOf) {
  const buckets = new Map<number, ReturnType<typeof tokenBuckets>>()
  const isAllowed = (address: string) =>
    countedNetworks(address).every(({ network, factor }) => {
      const bucket =
        buckets.get(factor) ?? tokenBuckets(HANDSHAKES_PER_SECOND * factor, HANDSHAKES_BURST * factor)
      buckets.set(factor, bucket)
      return bucket(network)
    })
  /** Returns the refusal; undefined if the socket may connect. */
  return (request: IncomingMessage): string | undefined => {
    const { origin, host } = request.headers
    if (!isOwnOrigin(site, origin, host)) return 'cross-site-request'
    const address = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    return isAllowed(address) ? undefined : 'too-many-requests'
  }
}
