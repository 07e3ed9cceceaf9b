import { sql, type Updateable } from 'kysely'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Profiles } from '#server/platform/db/schema.ts'

export type ProfileRow = Awaited<ReturnType<typeof selectProfile>>

/** The account was deleted after the request was authenticated. */
const wasDeleted = () => new AppError('session-ended')

export const selectProfile = (db: Database, id: string) =>
  db
    .selectFrom('profiles')
    .select([
      'id',
      'username',
      'full_name',
      'avatar_url',
      'bio',
      'location',
      'phone',
      'phone_verified',
      'email',
      'website',
      'email_visibility',
      'phone_visibility',
      'website_visibility',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(wasDeleted)

/** Violates `username_unique` if another person has that name in any case. */
export const updateProfile = (tx: Database, id: string, change: Updateable<Profiles>) =>
  tx
    .updateTable('profiles')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Locks the profile's picture until the transaction ends, so that every replaced picture is removed. */
export const selectAvatar = async (tx: Database, id: string) =>
  (
    await tx
      .selectFrom('profiles')
      .select('avatar_url')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(wasDeleted)
  ).avatar_url

export const selectShowsAvatar = async (db: Database, id: string, avatar: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('avatar_url', '=', avatar)
    .executeTakeFirst()) !== undefined

export const PROFILES_AT_ONCE = 500

export type NamedProfile = Awaited<ReturnType<typeof selectNames>>[number]

/** Returns a batch of people after the id `after`, ordered by id. */
export const selectNames = (db: Database, after: string | null) =>
  db
    .selectFrom('profiles')
    .select(['id', 'full_name', 'username'])
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(sql.lit(PROFILES_AT_ONCE))
    .execute()

/** Returns false if the person has changed the names in the meantime. */
export async function updateNames(
  tx: Database,
  { id, full_name, username }: NamedProfile,
  to: Pick<NamedProfile, 'full_name' | 'username'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('profiles')
    .set({ ...to, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('full_name', 'is not distinct from', full_name)
    .where('username', 'is not distinct from', username)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
