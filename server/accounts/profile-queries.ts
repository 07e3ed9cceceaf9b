import { sql, type Updateable } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Profiles } from '#server/db/schema.ts'

export type ProfileRow = Awaited<ReturnType<typeof selectProfile>>

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
    .executeTakeFirstOrThrow()

/** Breaks `username_unique` where another person has that name in any case. */
export const updateProfile = (tx: Database, id: string, change: Updateable<Profiles>) =>
  tx
    .updateTable('profiles')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** The picture that the person has now; locked until the transaction ends, so that none is lost sight of. */
export const selectAvatar = async (tx: Database, id: string) =>
  (
    await tx
      .selectFrom('profiles')
      .select('avatar_url')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).avatar_url

export const selectShowsAvatar = async (db: Database, id: string, avatar: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('avatar_url', '=', avatar)
    .executeTakeFirst()) !== undefined
