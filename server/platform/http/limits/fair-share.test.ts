import { expect, it } from 'vitest'
import { fairNetworkShare, fairShare } from './fair-share.ts'

it('a share is counted per key, and returning it twice counts once', () => {
  const share = fairShare(2)
  const first = share.take('ama')
  expect(share.take('ama')).toBeTypeOf('function')
  expect(share.take('ama')).toBeUndefined()
  expect(share.take('kofi')).toBeTypeOf('function')
  first?.()
  first?.()
  expect(share.take('ama')).toBeTypeOf('function')
  expect(share.take('ama')).toBeUndefined()
})

it('a /56 has twice and a /48 four times the share of a /64', () => {
  const share = fairNetworkShare(2)
  const taken = (subnets: string[]) =>
    subnets.filter((subnet) => share.take(`2001:db8:1:${subnet}::/64`)).length
  const within56 = ['1', '1', '1', '2', '2', '3', '4']
  expect(taken(within56)).toBe(4)
  expect(taken(['101', '102', '201', '202', '301', '302'])).toBe(4)
  expect(share.take('2001:db8:2:1::/64')).toBeTypeOf('function')
})

it('a returned share counts for the wide networks as well', () => {
  const share = fairNetworkShare(1)
  const first = share.take('2001:db8:1:1::/64')
  share.take('2001:db8:1:2::/64')
  expect(share.take('2001:db8:1:3::/64')).toBeUndefined()
  first?.()
  expect(share.take('2001:db8:1:3::/64')).toBeTypeOf('function')
})
