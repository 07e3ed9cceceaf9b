import { beforeEach, expect, it, vi } from 'vitest'
import type { Session } from '#contract/accounts/accounts.ts'
import { sessionOf } from '#testing/accounts/signed-in.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { refreshWhenDue, replaceRefused } from './session-refresh.ts'
import { readSession, writeSession } from './session-store.ts'
import { findEndReason } from './end-reason.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let refreshes: number
let isRefused: boolean

const tokenOf = (number: number): Session => ({
  ...sessionOf('ama'),
  access_token: `token ${number}`,
  // Server time, which is hours away from the device's clock.
  expires_at: Date.UTC(2026, 10, 20, 12) / 1000 + 600,
  expires_in: 600,
})

const api = createApiClient({
  fetch: async () => {
    refreshes += 1
    if (isRefused) return Response.json({ error: { code: 'session-ended', message: '' } }, { status: 401 })
    return Response.json({ session: tokenOf(refreshes) })
  },
})

beforeEach(() => {
  refreshes = 0
  isRefused = false
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})

/** Checks every half minute for an hour, like an open page. */
async function anHour() {
  for (let passed = 0; passed < 60 * MINUTE; passed += MINUTE / 2) {
    vi.advanceTimersByTime(MINUTE / 2)
    await refreshWhenDue(api)
  }
}

it.each([
  ['right', 0],
  ['nine hours behind', -9 * HOUR],
  ['nine hours ahead', 9 * HOUR],
])('refreshes a token every nine minutes on a device whose clock is %s', async (_, wrongBy) => {
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12) + wrongBy)
  writeSession(tokenOf(0), 'signed-in')
  await anHour()
  expect(refreshes).toBe(7)
  expect(readSession()).not.toBeNull()
})

it.each([
  ['ahead', 3 * HOUR],
  ['back', -3 * HOUR],
])('refreshes once more when the clock is set %s, and then as before', async (_, by) => {
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12))
  writeSession(tokenOf(0), 'signed-in')
  await refreshWhenDue(api)
  vi.setSystemTime(Date.now() + by)
  await refreshWhenDue(api)
  expect(refreshes).toBe(1)
  await anHour()
  expect(refreshes).toBe(8)
})

it('notices an expired token although the clock was set back a little', async () => {
  vi.setSystemTime(Date.UTC(2026, 10, 20, 12))
  writeSession(tokenOf(0), 'signed-in')
  await refreshWhenDue(api)
  vi.advanceTimersByTime(8 * MINUTE)
  vi.setSystemTime(Date.now() - 5 * MINUTE)
  await refreshWhenDue(api)
  expect(refreshes).toBe(0)
  vi.advanceTimersByTime(MINUTE)
  await refreshWhenDue(api)
  expect(refreshes).toBe(1)
})

it('replaces a refused token and signs out only if the new one is refused too', async () => {
  writeSession(tokenOf(0), 'signed-in')
  await replaceRefused(api, 'token 0')
  expect(readSession()?.access_token).toBe('token 1')
  // Several calls failed with this token; the first one has already replaced it.
  await replaceRefused(api, 'token 0')
  expect(refreshes).toBe(1)
  isRefused = true
  await replaceRefused(api, 'token 1')
  expect(readSession()).toBeNull()
})

it.each([
  ['session-ended', 401, /^You were logged out/],
  ['account-suspended', 403, /^This account is suspended/],
  ['account-banned', 403, /^This account was closed/],
] as const)('notes why the session ended, for the next page: %s', async (code, status, text) => {
  const refusing = createApiClient({
    fetch: async () => Response.json({ error: { code, message: '' } }, { status }),
  })
  writeSession(tokenOf(0), 'signed-in')
  await replaceRefused(refusing, 'token 0')
  expect(readSession()).toBeNull()
  expect(findEndReason(false)).toMatch(text)
})

it('keeps the session of a person who signs in while another session is refused', async () => {
  const refusing = createApiClient({
    async fetch() {
      writeSession(sessionOf('kofi'), 'signed-in')
      return Response.json({ error: { code: 'session-ended', message: '' } }, { status: 401 })
    },
  })
  writeSession(tokenOf(0), 'signed-in')
  await replaceRefused(refusing, 'token 0')
  expect(readSession()?.user.id).toBe('kofi')
})
