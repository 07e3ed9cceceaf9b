import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { addressReader, networkOf } from './client-address.ts'

async function addressSeen(proxies: string[], peer: string, forwarded?: string) {
  const app = new Hono()
  const read = addressReader(proxies)
  app.get('/', (c) => c.text(read(c)))
  const headers = forwarded === undefined ? undefined : { 'X-Forwarded-For': forwarded }
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } })
  return response.text()
}

it.each([
  [[], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  [['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  [['10.0.0.0/8'], '10.1.2.3', 'nonsense', '10.1.2.3'],
  [['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  [['2001:db8::/32'], '2001:db8::1', '2001:db9::5', '2001:db9:0:0::/64'],
  [['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
])('with proxies %j, from %s naming %s, sees %s', async (proxies, peer, forwarded, seen) => {
  expect(await addressSeen(proxies, peer, forwarded)).toBe(seen)
})

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
