import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))

/**
 * The network that limits count: an IPv4 address, or the first half of an IPv6 address, because one connection owns
 * all addresses of the second half.
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

export interface CountedNetwork {
  network: string
  /** Factor of the limit for a wide network, because it may belong to a provider with many people. */
  factor: number
}

/**
 * Networks that limits count for an address, narrowest first: a customer may own a /56 or a /48, and with it up to
 * 65,536 networks of /64.
 */
export function countedNetworks(network: string): CountedNetwork[] {
  const [groups = '', bits] = network.split('::/')
  if (bits !== '64') return [{ network, factor: 1 }]
  const [first, second, third, fourth = '0'] = groups.split(':')
  const start = `${first}:${second}:${third}`
  const fourthOf56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    { network, factor: 1 },
    { network: `${start}:${fourthOf56}::/56`, factor: 2 },
    { network: `${start}::/48`, factor: 4 },
  ]
}

/** Reads the network of a request's sender, which limits use to distinguish callers. */
export type AddressReader = (request: Pick<FastifyRequest, 'socket' | 'headers'>) => string

/** Address of calls within the process, which have no peer. */
const LOOPBACK = '127.0.0.1'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Dual-stack sockets report IPv4 addresses as `::ffff:1.2.3.4` or `::ffff:102:304`. */
function plain(address: string): string {
  const mapped = /^::ffff:(?:(\d+(?:\.\d+){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address)
  if (!mapped) return address
  const [, dotted, high = '', low = ''] = mapped
  if (dotted !== undefined) return dotted
  const [first, last] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, last >> 8, last & 255].join('.')
}

function blockListOf(proxies: readonly string[]) {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** Returns a function that is true for addresses of the site's own proxies. */
export function isTrustedPeer(proxies: readonly string[]): (address: string) => boolean {
  const trusted = blockListOf(proxies)
  return (text) => {
    const address = plain(text)
    return isIP(address) !== 0 && trusted.check(address, familyOf(address))
  }
}

/** A hop as proxies write it: `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:567`. */
const HOP = /^(?:\[(?<bracketed>[^\]]+)\](?::\d{1,5})?|(?<v4>\d+(?:\.\d+){3}):\d{1,5}|(?<bare>.*))$/

/** Undefined if a hop is not an address, such as `unknown` or invented text. */
function addressOfHop(hop: string): string | undefined {
  const { bracketed, v4, bare } = HOP.exec(hop.trim())?.groups ?? {}
  const address = plain(bracketed ?? v4 ?? bare ?? '')
  return isIP(address) === 0 ? undefined : address
}

/** Finds the client's network from a connection's peer and its X-Forwarded-For. */
export type AddressOf = (peer: string | undefined, forwardedFor: string | string[] | undefined) => string

/**
 * Trusts X-Forwarded-For only as far as the configured proxies wrote it: from the right, the first address that is
 * not one of them. If a trusted proxy passed on text that is not an address, a stranger wrote it, so the proxy's own
 * address is used for all clients behind it.
 */
export function addressOf(proxies: readonly string[]): AddressOf {
  const isTrusted = isTrustedPeer(proxies)
  return (remoteAddress = LOOPBACK, forwardedFor = '') => {
    let known = plain(remoteAddress)
    for (const hop of String(forwardedFor).split(',').toReversed()) {
      if (!isTrusted(known)) break
      const address = addressOfHop(hop)
      if (address === undefined) break
      known = address
    }
    return networkOf(known)
  }
}

export function addressReader(proxies: readonly string[]): AddressReader {
  const read = addressOf(proxies)
  return ({ socket, headers }) => read(socket.remoteAddress, headers['x-forwarded-for'])
}
