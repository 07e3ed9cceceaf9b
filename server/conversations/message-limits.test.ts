import { expect, it } from 'vitest'
import { limitByMinute, attemptsByMinute } from './message-limits.ts'

it('attemptsByMinute counts each key separately and starts again after a minute', () => {
  let now = 1_000_000
  const attempts = attemptsByMinute(() => now)
  expect(attempts.take('ama')).toEqual({ count: 1, waitSeconds: 60 })
  now += 20_000
  expect(attempts.take('ama')).toEqual({ count: 2, waitSeconds: 40 })
  expect(attempts.take('kofi')).toEqual({ count: 1, waitSeconds: 40 })
  now += 40_000
  expect(attempts.take('ama')).toEqual({ count: 1, waitSeconds: 60 })
})

it('limitByMinute refuses attempts above the limit unless one is given back', () => {
  const take = limitByMinute(2, 'too-many-requests')
  take('ama')
  const giveBack = take('ama')
  expect(() => take('ama')).toThrow(expect.objectContaining({ code: 'too-many-requests' }))
  giveBack()
  giveBack()
  take('ama')
  take('kofi')
})
