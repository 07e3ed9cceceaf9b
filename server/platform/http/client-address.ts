import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

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

export interface CountedNetwork {
  network: string
  /** How many times as much room a wide network has, since it may be a provider's with many people. */
  room: number
}

/**
 * What limits count besides the `networkOf` an address, the narrowest first: a customer may hold a /56 or a /48 and with
 * it up to 65,536 times a /64.
 */
export function countedNetworks(network: string): CountedNetwork[] {
  const [groups = '', bits] = network.split('::/')
  if (bits !== '64') return [{ network, room: 1 }]
  const [first, second, third, fourth = '0'] = groups.split(':')
  const start = `${first}:${second}:${third}`
  const fourthOf56 = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    { network, room: 1 },
    { network: `${start}:${fourthOf56}::/56`, room: 2 },
    { network: `${start}::/48`, room: 4 },
  ]
}

/** Where a request comes from, as limits distinguish callers. */
export type AddressReader = (request: Pick<FastifyRequest, 'socket' | 'headers'>) => string

/** A call in process comes from nowhere else. */
const LOOPBACK = '127.0.0.1'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** `::ffff:1.2.3.4` and `::ffff:102:304` are IPv4 addresses that a socket of both kinds reports. */
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

/** Whether an address is one of the site's own proxies. */
export function isTrustedPeer(proxies: readonly string[]): (address: string) => boolean {
  const trusted = blockListOf(proxies)
  return (text) => {
    const address = plain(text)
    return isIP(address) !== 0 && trusted.check(address, familyOf(address))
  }
}

/** As proxies write it: `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:567`. */
const HOP = /^(?:\[(?<bracketed>[^\]]+)\](?::\d{1,5})?|(?<v4>\d+(?:\.\d+){3}):\d{1,5}|(?<bare>.*))$/

/** Undefined where a hop is no address: `unknown`, or whatever somebody made up. */
function addressOfHop(hop: string): string | undefined {
  const { bracketed, v4, bare } = HOP.exec(hop.trim())?.groups ?? {}
  const address = plain(bracketed ?? v4 ?? bare ?? '')
  return isIP(address) === 0 ? undefined : address
}

/** Of a connection's peer and its X-Forwarded-For. */
export type AddressOf = (peer: string | undefined, forwardedFor: string | string[] | undefined) => string

/**
 * Believes X-Forwarded-For only as far as it was written by the configured proxies: from the right, the first
 * address that is not one of them. What the last of them wrote that is no address is the text of a stranger, so then
 * that proxy itself stands for everyone behind it.
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
