import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))

/**
 * What limits count by: an IPv4 address, or the half of an IPv6 address that one connection owns, since it has
 * endless addresses in the other half.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [left = '', right] = (address.split('%')[0] ?? '').split('::')
  const start = groupsOf(left)
  const end = right === undefined ? [] : groupsOf(right)
  const middle = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0')
  const groups = right === undefined ? start : [...start, ...middle, ...end]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Where a request comes from, as far as limits tell callers apart. */
export type AddressReader = (c: Context) => string

/** A call in process comes from nowhere else. */
const LOOPBACK = '127.0.0.1'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')

function blockListOf(proxies: readonly string[]) {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Of a connection's peer and its X-Forwarded-For. */
export type AddressOf = (peer: string | undefined, forwardedFor: string | string[] | undefined) => string

/**
 * Believes X-Forwarded-For only as far as it was written by the configured proxies: from the right, the first
 * address that is not one of them.
 */
export function addressOf(proxies: readonly string[]): AddressOf {
  const trusted = blockListOf(proxies)
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
  return (remoteAddress = LOOPBACK, forwardedFor = '') => {
    const peer = plain(remoteAddress)
    if (!isTrusted(peer)) return networkOf(peer)
    const hops = String(forwardedFor)
      .split(',')
      .map((hop) => plain(hop.trim()))
    const client = hops.toReversed().find((hop) => !isTrusted(hop))
    return networkOf(client && isIP(client) ? client : peer)
  }
}

export function addressReader(proxies: readonly string[]): AddressReader {
  const read = addressOf(proxies)
  return (c) => {
    const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
    return read(env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'))
  }
}
