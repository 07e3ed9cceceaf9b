import { expect, it } from 'vitest'
import { momentWriter } from './moments.ts'

it('a moment has its weekday, day and time in the site’s zone', () => {
  expect(momentWriter('Africa/Lagos')('2026-11-27T23:05:00Z')).toBe('Sat 28 Nov, 00:05')
})
