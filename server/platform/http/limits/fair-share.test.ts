import { expect, it } from 'vitest'
import { fairNetworkShare, fairShare } from './fair-share.ts'

it('counts for each by itself, and what is given back once', () => {
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

it('has twice the room for a /56 and four times for a /48, whichever /64 of them takes it', () => {
  const share = fairNetworkShare(2)
  const taken = (subnets: string[]) =>
    subnets.filter((subnet) => share.take(`2001:db8:1:${subnet}::/64`)).length
  const within56 = ['1', '1', '1', '2', '2', '3', '4']
  expect(taken(within56)).toBe(4)
  expect(taken(['101', '102', '201', '202', '301', '302'])).toBe(4)
  expect(share.take('2001:db8:2:1::/64')).toBeTypeOf('function')
})

it('gives a wide network back what a narrow one gives back', () => {
  const share = fairNetworkShare(1)
  const first = share.take('2001:db8:1:1::/64')
  share.take('2001:db8:1:2::/64')
  expect(share.take('2001:db8:1:3::/64')).toBeUndefined()
  first?.()
  expect(share.take('2001:db8:1:3::/64')).toBeTypeOf('function')
})
