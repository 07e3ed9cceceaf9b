import { expect, test } from 'vitest'
import { replayDelay } from './replay-delay.ts'

test('the delay is counted from the time when the primary had the replica’s position', () => {
  let now = 0
  const delay = replayDelay(() => now)
  expect([delay.isKnown(), delay.milliseconds()]).toEqual([false, Infinity])
  delay.sawPrimary(100, 0)
  delay.sawPrimary(200, 1000)
  delay.sawPrimary(300, 2000)
  now = 3000
  delay.sawReplica(250)
  expect([delay.isKnown(), delay.milliseconds()]).toEqual([true, 2000])
  delay.sawReplica(260)
  expect(delay.milliseconds()).toBe(2000)
  delay.sawReplica(300)
  expect(delay.milliseconds()).toBe(1000)
})

test('the delay stays small without writes and grows for hours in bounded memory', () => {
  let now = 0
  const delay = replayDelay(() => now)
  for (; now < 10_000; now += 250) {
    delay.sawPrimary(100, now)
    delay.sawReplica(100)
  }
  expect(delay.milliseconds()).toBe(250)
  for (; now < 3_600_000; now += 250) {
    delay.sawPrimary(now, now)
    delay.sawReplica(100)
  }
  expect(delay.milliseconds()).toBeGreaterThan(3_580_000)
  delay.sawReplica(now)
  expect(delay.milliseconds()).toBeLessThan(1000)
})
