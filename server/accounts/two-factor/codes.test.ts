import { generate } from 'otplib/functional'
import { describe, expect, it } from 'vitest'
import { isRecoveryCode, newRecoveryCodes, plainRecoveryCode, shownRecoveryCode } from './recovery-codes.ts'
import { newTotpSecret, totpAddress, findTotpStep } from './totp.ts'

/** RFC 6238, appendix B: the ASCII secret '12345678901234567890' in base32, and its codes of 8 digits. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a TOTP code', () => {
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
  ])('matches the RFC at %i s', async (seconds, eightDigits) => {
    const step = await findTotpStep({
      secret: RFC_SECRET,
      code: eightDigits.slice(2),
      lastStep: null,
      now: seconds * 1000,
    })
    expect(step).toBe(Math.floor(seconds / 30))
  })

  const NOW_STEP = 50_000_000
  it.each([
    ['two steps ago', -2, null, null],
    ['one step ago', -1, null, NOW_STEP - 1],
    ['now', 0, null, NOW_STEP],
    ['one step ahead', 1, null, NOW_STEP + 1],
    ['two steps ahead', 2, null, null],
    ['now, after an older one', 0, NOW_STEP - 1, NOW_STEP],
    ['now, a second time', 0, NOW_STEP, null],
    ['one step ago, after the one of now', -1, NOW_STEP, null],
    ['one step ahead, after the one of now', 1, NOW_STEP, NOW_STEP + 1],
    ['one step ahead, a second time', 1, NOW_STEP + 1, null],
    ['now, after the clock went back', 0, NOW_STEP + 100, null],
  ])('is accepted once and close to its time: %s', async (_, offset, lastStep, expected) => {
    const secret = newTotpSecret()
    const code = await generate({ secret, epoch: (NOW_STEP + offset) * 30 + 7 })
    expect(await findTotpStep({ secret, code, lastStep, now: NOW_STEP * 30_000 + 11_000 })).toBe(expected)
  })

  it('is wrong for another secret', async () => {
    const code = await generate({ secret: newTotpSecret(), epoch: 1_500_000_000 })
    expect(
      await findTotpStep({ secret: RFC_SECRET, code, lastStep: null, now: 1_500_000_000_000 }),
    ).toBeNull()
  })
})

it('the TOTP address names the site and the account', () => {
  expect(totpAddress({ site: 'Sankofa', login: 'ama@example.com', secret: 'ABC' })).toBe(
    'otpauth://totp/Sankofa:ama%40example.com?secret=ABC&issuer=Sankofa',
  )
})

it('a secret has 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
})

describe('recovery codes', () => {
  it('are ten different codes without similar-looking characters', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[023456789a-hjkmnp-z]{10}$/)
  })

  it('are shown in two halves', () => {
    expect(shownRecoveryCode('abcdefghjk')).toBe('abcde-fghjk')
  })

  it.each([
    ['ABCDEFGHJK', 'abcdefghjk'],
    ['Oabcdefgho', '0abcdefgh0'],
  ])('are read from %s as %s', (typed, plain) => {
    expect(plainRecoveryCode(typed)).toBe(plain)
    expect(isRecoveryCode(typed)).toBe(true)
    expect(isRecoveryCode('123456')).toBe(false)
  })
})
