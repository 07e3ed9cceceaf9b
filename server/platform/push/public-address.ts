import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that are not on the public internet, from IANA's special-purpose registries for IPv4 and IPv6, as of
 * 2026.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/**
 * The only range of IPv6 assigned so far. Other addresses are private, local, multicast or unknown, or contain an
 * IPv4 address: ::ffff:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48, 100::/64, 5f00::/16, fc00::/7, fe80::/10.
 */
const GLOBAL_V6 = '2000::/3'
/**
 * Special ranges within it: IETF protocols (Teredo, benchmarks, ORCHID), documentation, and 6to4 with an IPv4
 * address.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const SPECIAL = { 4: blockList('ipv4', SPECIAL_V4), 6: blockList('ipv6', SPECIAL_V6) }
const GLOBAL = blockList('ipv6', [GLOBAL_V6])

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !SPECIAL[4].check(address, 'ipv4')
    case 6:
      return GLOBAL.check(address, 'ipv6') && !SPECIAL[6].check(address, 'ipv6')
    default:
      return false
  }
}

export const PRIVATE_ADDRESS = 'EPRIVATE'

/** A function like `dns.lookup` with `all`. */
export type Resolve = (
  host: string,
  options: { all: true; family?: number },
  answer: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

const systemResolve: Resolve = (host, options, answer) => lookup(host, options, answer)

/**
 * A lookup that fails with the code EPRIVATE if an address of a name is not public. A name may point anywhere, so the
 * connection uses the addresses that were checked.
 */
export const publicLookup =
  (resolve: Resolve = systemResolve): LookupFunction =>
  (host, options, answer) => {
    const family = options.family === 4 || options.family === 6 ? { family: options.family } : {}
    resolve(host, { ...family, all: true }, (error, addresses) => {
      if (error) return answer(error, [])
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        const refusal = new Error('The name points to an address that is not public')
        return answer(Object.assign(refusal, { code: PRIVATE_ADDRESS }), [])
      }
      return options.all ? answer(null, addresses) : answer(null, first.address, first.family)
    })
  }
