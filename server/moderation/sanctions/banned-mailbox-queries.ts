import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export const selectBannedWithoutIdentity = (db: Database) =>
  db
    .selectFrom('sanctions as s')
    .innerJoin('accounts as a', 'a.id', 's.person_id')
    .select('a.id')
    .where('s.kind', '=', 'banned')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('identity_hashes as h').select('h.hash').whereRef('h.person_id', '=', 'a.id'),
        ),
      ),
    )
    .execute()

/** The last banned person among those who share a mailbox or a number with the person. */
export const selectBannedWithSameIdentity = (db: Database, personId: string) =>
  db
    .selectFrom('identity_hashes as own')
    .innerJoin('identity_hashes as other', 'other.hash', 'own.hash')
    .innerJoin('sanctions as s', 's.person_id', 'other.person_id')
    .select('s.person_id as id')
    .where('own.person_id', '=', personId)
    .where('s.person_id', '<>', personId)
    .where('s.kind', '=', sql.lit('banned'))
    .orderBy('s.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns whether a moderator looked at the person, or at a listing of theirs, and found nothing wrong. */
export const selectIsCleared = async (db: Database, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('decisions')
    .select('id')
    .where('subject_id', '=', personId)
    .where('action', 'in', ['approve', 'restore'])
    .limit(1)
    .executeTakeFirst()) !== undefined
