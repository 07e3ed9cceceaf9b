import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export const deleteExpiredSessions = (db: Database) =>
  db
    .deleteFrom('sessions')
    .where('expires_at', '<', sql<string>`now()`)
    .execute()

/** An expired confirmation can still be sent again for 30 days, with the choices of that registration. */
export const deleteExpiredTokens = (db: Database) =>
  db
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', sql<string>`now()`)
    .where((row) =>
      row.or([
        row('purpose', '<>', 'verify-email'),
        row('expires_at', '<', sql<string>`now() - ${STORAGE_TIMES.unconfirmedRegistrations}::interval`),
      ]),
    )
    .execute()

export const deleteStaleRegistrations = (db: Database) =>
  db
    .deleteFrom('profiles')
    .where('id', 'in', (row) =>
      row
        .selectFrom('accounts')
        .select('id')
        .where('email', 'is not', null)
        .where('email_verified_at', 'is', null)
        .where('password_hash', 'is', null)
        .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.unconfirmedRegistrations}::interval`),
    )
    .execute()
