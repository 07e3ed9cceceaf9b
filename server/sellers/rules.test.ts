import { expect, it } from 'vitest'
import { LISTINGS_A_DAY, NEW_CONVERSATIONS_A_DAY } from '#contract/limits.ts'
import { trustLevel } from './rules.ts'

const nobody = { isPhoneVerified: false, ageDays: 0, partners: 0 }

it('the trust level grows with a verified phone, age and confirmed deals', () => {
  expect(trustLevel(nobody)).toBe('new')
  expect(trustLevel({ ...nobody, ageDays: 29, partners: 2 })).toBe('new')
  expect(trustLevel({ ...nobody, ageDays: 30 })).toBe('known')
  expect(trustLevel({ ...nobody, partners: 3 })).toBe('known')
  expect(trustLevel({ ...nobody, isPhoneVerified: true })).toBe('known')
  expect(trustLevel({ isPhoneVerified: true, ageDays: 30, partners: 0 })).toBe('trusted')
  expect(trustLevel({ isPhoneVerified: true, ageDays: 1, partners: 3 })).toBe('trusted')
})

it.each([LISTINGS_A_DAY, NEW_CONVERSATIONS_A_DAY])('more trust allows more: %o', (limits) => {
  expect(limits.new).toBeLessThan(limits.known)
  expect(limits.known).toBeLessThan(limits.trusted)
})
