import type { IncomingMessage } from 'node:http'
import type { AddressOf } from '#server/http/client-address.ts'
import { isOwnOrigin, type SiteAddress } from '#server/http/same-origin.ts'
import { paceByKey } from './flood.ts'

/** Many people may come from one address of a mobile network, and all of them at once after a restart. */
const HANDSHAKES_A_SECOND = 50
const HANDSHAKES_AT_ONCE = 1000

/** Decides before anything is read whether a socket may try: who it is comes with its first packet. */
export function handshakeCheck(site: SiteAddress, addressOf: AddressOf) {
  const mayTry = paceByKey(HANDSHAKES_A_SECOND, HANDSHAKES_AT_ONCE)
  /** Undefined where it may. */
  return (request: IncomingMessage): string | undefined => {
    const { origin, host } = request.headers
    if (!isOwnOrigin(site, origin, host)) return 'cross-site-request'
    const address = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    return mayTry(address) ? undefined : 'too-many-requests'
  }
}
