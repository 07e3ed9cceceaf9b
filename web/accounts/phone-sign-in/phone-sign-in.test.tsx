import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { Site } from '#testing/web/site.tsx'
import { NOTHING_TYPED } from './use-phone-sign-in.ts'
import { PhoneSignIn } from './PhoneSignIn.tsx'

let refusals: ProblemCode[]
let onlyKnown: boolean
let sent: { path: string; body: Record<string, unknown> }[]
let check: PromiseWithResolvers<void>

beforeEach(() => {
  refusals = []
  onlyKnown = false
  sent = []
  check = Promise.withResolvers()
})

const proofs = () => sent.filter(({ path }) => path.endsWith('/code')).map(({ body }) => body.proof)

async function answer(path: string, init?: RequestInit): Promise<Response> {
  sent.push({ path, body: JSON.parse(String(init?.body)) as Record<string, unknown> })
  if (path === '/api/auth/phone/check') {
    await check.promise
    return Response.json({ challenge: `challenge${sent.length}`, puzzles: 2, bits: 2 })
  }
  const code = path === '/api/auth/phone/code' ? refusals.shift() : undefined
  if (!code) return Response.json({ phone: '+233241234567', onlyKnown, done: true })
  const problem: ProblemBody = { error: { code, message: PROBLEMS[code].message, requestId: 'r1' } }
  return Response.json(problem, { status: PROBLEMS[code].status })
}

async function requestCode() {
  render(
    <Site api={createApiClient({ fetch: answer })}>
      <PhoneSignIn
        isNew={false}
        typed={{ ...NOTHING_TYPED, phone: '024 123 4567' }}
        onTyped={() => undefined}
        action="Log in"
        onSession={() => undefined}
        onBack={() => undefined}
      />
    </Site>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }))
}

it('shows that the browser is being checked and sends the proof', async () => {
  await requestCode()
  expect(await screen.findByRole('button', { name: 'Checking your browser…' })).toBeTruthy()
  check.resolve()
  expect(await screen.findByText(/We sent a code to/)).toBeTruthy()
  expect(proofs()).toEqual([expect.stringMatching(/^challenge1 \d+\.\d+$/)])
})

it('silently requests another check if the first has expired', async () => {
  check.resolve()
  refusals = ['browser-check-needed']
  await requestCode()
  expect(await screen.findByText(/We sent a code to/)).toBeTruthy()
  expect(new Set(proofs()).size).toBe(2)
})

it.each(['too-many-requests', 'sms-unavailable'] as const)(
  'offers a link by e-mail after %s',
  async (code) => {
    check.resolve()
    refusals = [code]
    await requestCode()
    expect(await screen.findByText(PROBLEMS[code].message)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Get a link by e-mail instead' }))
    expect(await screen.findByText(/If an account has this number/)).toBeTruthy()
    expect(sent.at(-1)).toMatchObject({ path: '/api/auth/phone/link', body: { phone: '+233241234567' } })
  },
)

it('says who gets a code while too many are requested', async () => {
  check.resolve()
  onlyKnown = true
  await requestCode()
  expect(await screen.findByText(/only to numbers that have an account/)).toBeTruthy()
})
