import type { Session } from '#contract/accounts/accounts.ts'
import type { PublicConfig } from '#contract/site.ts'
import { writeSession } from '#web/accounts/sessions/session-store.ts'

/** Configuration that the server gives every page of a site whose time differs from UTC, the machine's time in tests. */
export const TEST_CONFIG: PublicConfig = {
  siteName: 'Sankofa',
  publicUrl: 'http://localhost:3000',
  locale: 'en-GH',
  timeZone: 'Africa/Lagos',
  supportEmail: 'help@example.com',
  money: { currency: 'GHS', symbol: 'GH₵', symbolAfter: false, group: ',', decimal: '.' },
  providers: [],
  phoneSignIn: true,
}

/** A browser's session, by default Ama's. */
export const sessionOf = (id: string, user: Partial<Session['user']> = {}): Session => ({
  access_token: 'token',
  expires_at: 4_000_000_000,
  expires_in: 4_000_000_000,
  user: {
    id,
    name: 'Ama Mensah',
    email: 'ama@example.com',
    createdAt: '2026-10-01T12:00:00.000Z',
    role: 'user',
    avatar: null,
    ...user,
  },
})

/** Puts this browser into the state after a login. */
export const signInAs = (id: string, user?: Partial<Session['user']>): void =>
  writeSession(sessionOf(id, user), 'signed-in')
