import type { Session } from '#contract/accounts/accounts.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'

const sessionOf = (id: string): Session => ({
  access_token: 'a.b.c',
  expires_at: 4_000_000_000,
  expires_in: 4_000_000_000,
  user: {
    id,
    name: id,
    email: `${id}@example.com`,
    createdAt: '2026-10-01T12:00:00.000Z',
    role: 'user',
    avatar: null,
  },
})

/** Signs a person in in this browser. */
export const signInAs = (id: string): void => writeSession(sessionOf(id), 'signed-in')
