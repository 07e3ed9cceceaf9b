import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Site } from '#testing/web/site.tsx'
import { fill } from '#testing/market/fill.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { Toaster } from '#web/platform/ui/toasts/Toaster.tsx'
import { PhoneVerificationCard } from '#web/accounts/phone/PhoneVerificationCard.tsx'
import { writeSession } from '#web/accounts/sessions/session-store.ts'
import { TwoFactorCard } from './TwoFactorCard.tsx'
import { TwoFactorStep } from './TwoFactorStep.tsx'

const CODES = Array.from({ length: 10 }, (_, index) => `abcde-fghj${index}`)
const CHALLENGE = 'C'.repeat(43)
const session = sessionOf('01930000-0000-7000-8000-00000000a3a0')

let security: {
  twoFactor: { enabled: boolean; isStarted: boolean; recoveryCodesLeft: number }
  phone: { number: string | null; verified: boolean; awaitsCode: string | null }
}
let refusal: ProblemCode | undefined
let bodies: Record<string, unknown>[]

const refused = (code: ProblemCode) => {
  const { status, message } = PROBLEMS[code]
  const fields = code === 'invalid-code' ? [{ field: 'code', message }] : undefined
  const problem: ProblemBody = { error: { code, message, fields, requestId: 'r1' } }
  return Response.json(problem, { status, headers: status === 429 ? { 'Retry-After': '840' } : {} })
}

/** The server's answers for these screens: each success changes the next one. */
const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
  '/api/account/security': () => security,
  '/api/account/two-factor/start': () => ({
    secret: 'ABCDEFGHIJKLMNOP',
    uri: 'otpauth://totp/Sankofa:ama',
    qr: { size: 10, path: 'M1 1h2v1h-2z' },
  }),
  '/api/account/two-factor/enable': () => {
    security.twoFactor = { enabled: true, isStarted: false, recoveryCodesLeft: 10 }
    return { recoveryCodes: CODES }
  },
  '/api/account/two-factor/disable': () => {
    security.twoFactor = { enabled: false, isStarted: false, recoveryCodesLeft: 0 }
    return { done: true }
  },
  '/api/account/two-factor/cancel': () => {
    security.twoFactor.isStarted = false
    return { done: true }
  },
  '/api/account/two-factor/recovery-codes': () => {
    security.twoFactor.recoveryCodesLeft = 10
    return { recoveryCodes: CODES }
  },
  '/api/account/phone/code': ({ phone }) => ({ phone }),
  '/api/account/phone/verify': ({ phone }) => {
    security.phone = { number: String(phone), verified: true, awaitsCode: null }
    return { phone }
  },
  '/api/auth/two-factor': () => ({ session }),
}

async function answer(path: string, init?: RequestInit): Promise<Response> {
  const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined
  if (body) bodies.push(body)
  if (body && refusal) return refused(refusal)
  return Response.json(answers[path]?.(body ?? {}))
}

function show(children: ReactNode) {
  render(
    <Site api={createApiClient({ fetch: answer })}>
      {children}
      <Toaster />
    </Site>,
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) => fill(await screen.findByRole('textbox', { name }), text)

beforeEach(() => {
  security = {
    twoFactor: { enabled: false, isStarted: false, recoveryCodesLeft: 0 },
    phone: { number: null, verified: false, awaitsCode: null },
  }
  refusal = undefined
  bodies = []
  writeSession(session, 'signed-in')
})

it('two-factor login is enabled by a setup that shows the recovery codes once', async () => {
  show(<TwoFactorCard />)
  await press('Enable two-factor')
  expect(screen.getByRole('img', { name: 'QR code for the key' })).toBeTruthy()
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('1. Add the key to your authenticator app')

  await press('Verify and enable')
  expect(screen.getByText('Please enter a 6-digit verification code')).toBeTruthy()
  await type('Verification code', '123 456')
  await press('Verify and enable')
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES)
  expect(bodies.at(-1)).toEqual({ code: '123456' })

  await press('I have saved them')
  expect(screen.getByText('10 recovery codes are left.')).toBeTruthy()
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Two-factor authentication')
})

it('Cancel leaves the two-factor setup', async () => {
  show(<TwoFactorCard />)
  await press('Enable two-factor')
  await press('Cancel')
  expect(screen.getByRole('button', { name: 'Enable two-factor' })).toBeTruthy()
  expect(security.twoFactor.enabled).toBe(false)
})

it('two-factor setup shows an error if the first step or the code fails', async () => {
  refusal = 'too-many-requests'
  show(<TwoFactorCard />)
  await press('Enable two-factor')
  expect(await screen.findByText('Failed to setup 2FA')).toBeTruthy()
  refusal = undefined
  await press('Enable two-factor')
  refusal = 'invalid-code'
  await type('Verification code', '123456')
  await press('Verify and enable')
  expect(screen.getByRole('textbox', { name: 'Verification code' }).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Invalid verification code').length).toBeGreaterThan(0)
  // The first step's toast disappeared when that step succeeded.
  expect(screen.getAllByText('Failed to setup 2FA')).toHaveLength(1)
  refusal = undefined
  await press('Verify and enable')
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
  expect(screen.queryByText('Failed to setup 2FA')).toBeNull()
})

it('two-factor setup continues after a reload and ends by Cancel', async () => {
  security.twoFactor.isStarted = true
  show(<TwoFactorCard />)
  await press('Continue setup')
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  await press('Cancel')
  expect(await screen.findByRole('button', { name: 'Enable two-factor' })).toBeTruthy()
})

it('a code replaces the old recovery codes with new ones', async () => {
  security.twoFactor = { enabled: true, isStarted: false, recoveryCodesLeft: 0 }
  show(<TwoFactorCard />)
  expect(await screen.findByText('No recovery codes are left. Make new ones now.')).toBeTruthy()
  await press('Get new recovery codes')
  await type('Verification code', '123456')
  await press('Make new codes')
  expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
  await press('I have saved them')
  expect(await screen.findByText('10 recovery codes are left.')).toBeTruthy()
})

it('the page still requests the sent code after a reload', async () => {
  security.phone = { number: null, verified: false, awaitsCode: '+233241234567' }
  show(<PhoneVerificationCard />)
  await type('Verification code', '1234')
  await press('Verify')
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ phone: '+233241234567', code: '1234' })
})

it('a code disables two-factor login, and a failure is shown', async () => {
  security.twoFactor = { enabled: true, isStarted: false, recoveryCodesLeft: 1 }
  show(<TwoFactorCard />)
  expect(await screen.findByText('1 recovery code is left.')).toBeTruthy()
  await press('Disable two-factor')
  refusal = 'invalid-code'
  await type('Verification code', 'abcde-fghjk')
  await press('Disable')
  expect(await screen.findByText('Failed to disable 2FA')).toBeTruthy()
  refusal = undefined
  await press('Disable')
  expect(await screen.findByRole('button', { name: 'Enable two-factor' })).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ code: 'abcdefghjk' })
})

it('a phone number is entered, verified by a code and changed', async () => {
  show(<PhoneVerificationCard />)
  await press('Send code')
  expect(screen.getByText('Please enter a phone number')).toBeTruthy()
  await type('Phone number', '12')
  await press('Send code')
  expect(screen.getByText('Invalid phone number format')).toBeTruthy()
  await type('Phone number', '024 123 4567')
  await press('Send code')
  expect(await screen.findByText('+233241234567')).toBeTruthy()

  await press('Verify')
  expect(screen.getByText('Please enter the verification code')).toBeTruthy()
  await type('Verification code', '123')
  await press('Verify')
  expect(screen.getByText('Invalid verification code')).toBeTruthy()
  await type('Verification code', '1234')
  await press('Verify')
  expect(await screen.findByText('Verified')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ phone: '+233241234567', code: '1234' })

  await press('Change Number')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('')
})

it('Change Number returns from the code to the number', async () => {
  security.phone = { number: '0241234567', verified: false, awaitsCode: null }
  show(<PhoneVerificationCard />)
  await press('Send code')
  await press('Change Number')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('0241234567')
})

it('the page shows an error if no code could be sent', async () => {
  refusal = 'sms-unavailable'
  show(<PhoneVerificationCard />)
  await type('Phone number', '0241234567')
  await press('Send code')
  expect(await screen.findByText('Failed to send verification code')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Phone number' })).toBeTruthy()
})

it("the second step accepts an app's code or a recovery code", async () => {
  const opened: string[] = []
  show(
    <TwoFactorStep
      challenge={CHALLENGE}
      onSession={({ user }) => opened.push(user.email ?? '')}
      onBack={() => opened.push('back')}
    />,
  )
  const field = screen.getByRole('textbox', { name: 'Verification code' })
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
  await expect.poll(() => document.activeElement).toBe(field)
  await press('Verify')
  expect(screen.getByText('Please enter a 6-digit verification code')).toBeTruthy()
  await press('Use a recovery code instead')
  await type('Recovery code', 'ABCDE-FGHJK')
  await press('Verify')
  expect(bodies.at(-1)).toEqual({ challenge: CHALLENGE, code: 'ABCDEFGHJK' })
  expect(opened).toEqual(['ama@example.com'])
})

it('the second step says how long to wait after too many codes, and offers a recovery code', async () => {
  refusal = 'too-many-requests'
  show(<TwoFactorStep challenge={CHALLENGE} onSession={() => undefined} onBack={() => undefined} />)
  await type('Verification code', '123456')
  await press('Verify')
  const problem = await screen.findByRole('alert')
  expect(problem.textContent).toBe(
    'Too many attempts. Please try again in 14 minutes. A recovery code still works.',
  )
})

it('the second step says that it took too long and returns to the log-in', async () => {
  refusal = 'challenge-expired'
  let wentBack = false
  show(<TwoFactorStep challenge={CHALLENGE} onSession={() => undefined} onBack={() => (wentBack = true)} />)
  await type('Verification code', '123456')
  await press('Verify')
  expect((await screen.findByRole('alert')).textContent).toBe('That took too long. Please log in again.')
  await press('Back to login')
  expect(wentBack).toBe(true)
})
