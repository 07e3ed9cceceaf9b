import type { Updateable } from 'kysely'
import type { Profile, ProfileForm, ProfileReply } from '#contract/accounts/profiles.ts'
import type { Context } from '#server/context.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import type { Profiles } from '#server/platform/db/schema.ts'
import { getAccount, toSessionUser } from '#server/accounts/account.ts'
import { nameKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { sellerName } from '#server/products/seller.ts'
import { showAvatar, storeAvatar } from './avatars.ts'
import { type ProfileRow, selectProfile, updateProfile } from './queries.ts'

/** Changes are limited because each one clears pages from the cache of every process. */
const CHANGES_AN_HOUR = { attempts: 60, seconds: 60 * 60 }
const PICTURES_AN_HOUR = { attempts: 20, seconds: 60 * 60 }

const toProfile = (row: ProfileRow): Profile => ({
  id: row.id,
  fullName: row.full_name ?? '',
  username: row.username ?? '',
  email: row.email ?? '',
  phone: row.phone ?? '',
  phoneVerified: row.phone_verified,
  bio: row.bio ?? '',
  location: row.location ?? '',
  website: row.website ?? '',
  emailVisibility: row.email_visibility,
  phoneVisibility: row.phone_visibility,
  websiteVisibility: row.website_visibility,
  avatar: row.avatar_url,
})

const toColumns = (form: ProfileForm): Updateable<Profiles> => ({
  full_name: form.fullName || null,
  username: form.username || null,
  email: form.email,
  phone: form.phone || null,
  bio: form.bio || null,
  location: form.location || null,
  website: form.website || null,
  email_visibility: form.emailVisibility,
  phone_visibility: form.phoneVisibility,
  website_visibility: form.websiteVisibility,
})

const isUsernameTaken = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'username_unique'

export async function getProfile(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<ProfileReply> {
  const account = await getAccount(db, { userId })
  return { profile: toProfile(await selectProfile(db, userId)), user: toSessionUser(account) }
}

/** Returns whether buyers would reach somebody else after this change. */
export async function changesContact(
  { db }: Pick<Context, 'db'>,
  { userId, form }: { userId: string; form: ProfileForm },
): Promise<boolean> {
  const profile = toProfile(await selectProfile(db, userId))
  return profile.email !== form.email || (profile.phone !== '' && profile.phone !== form.phone)
}

export async function saveProfile(
  ctx: Pick<Context, 'changes' | 'db' | 'limiter' | 'personNames'>,
  { userId, form }: { userId: string; form: ProfileForm },
): Promise<ProfileReply> {
  const { changes, db, personNames } = ctx
  await ctx.limiter.take(`profile:${userId}`, CHANGES_AN_HOUR)
  const before = await selectProfile(db, userId)
  const fullName = await personNames.require(form.fullName, 'fullName', before.full_name)
  const username = await personNames.require(form.username, 'username', before.username)
  try {
    await db.transaction().execute(async (tx) => {
      await updateProfile(tx, userId, toColumns({ ...form, fullName, username }))
      await changes.announce(tx, 'pages', [sellerKey(userId), nameKey(sellerName(before))])
    })
  } catch (error) {
    if (!isUsernameTaken(error)) throw error
    throw invalidInput([{ field: 'username', message: 'This username is taken' }])
  }
  return getProfile(ctx, { userId })
}

/** Counts an upload before the picture's bytes are received. */
export const limitAvatarUploads = (
  { limiter }: Pick<Context, 'limiter'>,
  { userId }: { userId: string },
): Promise<void> => limiter.take(`picture:${userId}`, PICTURES_AN_HOUR)

export async function updateAvatar(
  ctx: Pick<Context, 'changes' | 'db' | 'images' | 'jobs' | 'storage'>,
  { userId, bytes }: { userId: string; bytes: Uint8Array },
): Promise<ProfileReply> {
  const avatar = await storeAvatar(ctx, { userId, bytes })
  await showAvatar(ctx, { userId, avatar })
  return getProfile(ctx, { userId })
}

export async function deleteAvatar(
  ctx: Pick<Context, 'changes' | 'db' | 'jobs' | 'limiter'>,
  { userId }: { userId: string },
): Promise<ProfileReply> {
  await ctx.limiter.take(`profile:${userId}`, CHANGES_AN_HOUR)
  await showAvatar(ctx, { userId, avatar: null })
  return getProfile(ctx, { userId })
}
