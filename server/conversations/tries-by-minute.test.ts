import { expect, it } from 'vitest'
import { limitByMinute, triesByMinute } from './tries-by-minute.ts'

it('counts each key by itself, and all of them anew after a minute', () => {
  let now = 1_000_000
  const tries = triesByMinute(() => now)
  expect(tries.take('ama')).toEqual({ count: 1, waitSeconds: 60 })
  now += 20_000
  expect(tries.take('ama')).toEqual({ count: 2, waitSeconds: 40 })
  expect(tries.take('kofi')).toEqual({ count: 1, waitSeconds: 40 })
  now += 40_000
  expect(tries.take('ama')).toEqual({ count: 1, waitSeconds: 60 })
})

it('refuses what is beyond, unless a try is given back', () => {
  const take = limitByMinute(2, 'too-many-requests')
  take('ama')
  const giveBack = take('ama')
  expect(() => take('ama')).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  giveBack()
  giveBack()
  take('ama')
  take('kofi')
})
