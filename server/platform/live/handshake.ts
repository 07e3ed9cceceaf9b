import type { IncomingMessage } from 'node:http'
import { type AddressOf, countedNetworks } from '#server/platform/http/client-address.ts'
import { isOwnOrigin, type SiteAddress } from '#server/platform/http/same-origin.ts'
import { tokenBuckets } from './token-bucket.ts'

/** Many people share one address of a mobile network, and all of them reconnect at once after a restart. */
const HANDSHAKES_A_SECOND = 50
const HANDSHAKES_BURST = 1000

/** Decides whether a socket may connect, before anything is read: the token comes with its first packet. */
export function handshakeCheck(site: SiteAddress, addressOf: AddressOf) {
  const buckets = new Map<number, ReturnType<typeof tokenBuckets>>()
  const isAllowed = (address: string) =>
    countedNetworks(address).every(({ network, room }) => {
      const mayPass = buckets.get(room) ?? tokenBuckets(HANDSHAKES_A_SECOND * room, HANDSHAKES_BURST * room)
      buckets.set(room, mayPass)
      return mayPass(network)
    })
  /** The refusal; undefined when it may connect. */
  return (request: IncomingMessage): string | undefined => {
    const { origin, host } = request.headers
    if (!isOwnOrigin(site, origin, host)) return 'cross-site-request'
    const address = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    return isAllowed(address) ? undefined : 'too-many-requests'
  }
}
