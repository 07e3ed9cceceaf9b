import type * as z from 'zod/mini'
import type { getAccount } from '#contract/account-settings.ts'
import type { Device } from '#contract/accounts.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { getSecurity } from '#contract/two-factor.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { selectAccount, selectSessions } from './queries.ts'
import { selectSecurity } from './two-factor-queries.ts'

/** What the screens of an account show. */
export const accountReading = (db: Database) => ({
  async account(viewer: Viewer): Promise<Reply<typeof getAccount>> {
    const account = await selectAccount(db, viewer.id)
    if (!account) throw new AppError('session-ended')
    return { email: account.email, hasPassword: account.password_hash !== null }
  },
  async security(viewer: Viewer): Promise<Reply<typeof getSecurity>> {
    const row = await selectSecurity(db, viewer.id)
    if (!row) throw new AppError('session-ended')
    return {
      twoFactor: { enabled: row.totp_enabled_at !== null, recoveryCodesLeft: row.recovery_codes_left ?? 0 },
      phone: { number: row.phone, verified: row.phone_verified },
    }
  },
  async devices(viewer: Viewer): Promise<z.output<typeof Device>[]> {
    const rows = await selectSessions(db, viewer.id)
    return rows.map((row) => ({
      id: row.id,
      name: row.device_name,
      current: row.id === viewer.sessionId,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }))
  },
})
