import type { Updateable } from 'kysely'
import type { Profile, ProfileForm, ProfileReply } from '#contract/profiles.ts'
import { AppError, invalidInput } from '#server/app-error.ts'
import type { Profiles } from '#server/db/schema.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { type AvatarParts, avatars } from './avatars.ts'
import { type ProfileRow, selectProfile, updateProfile } from './profile-queries.ts'
import { selectAccount } from './queries.ts'
import { sessionUser } from './rules.ts'

export type ProfileService = ReturnType<typeof profileService>

/** Each change has every process forget its pages, so nobody makes many. */
const CHANGES_AN_HOUR = { tries: 60, seconds: 60 * 60 }
const PICTURES_AN_HOUR = { tries: 20, seconds: 60 * 60 }

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

const isTakenName = (error: unknown) => (error as { constraint?: string }).constraint === 'username_unique'

/** What people say of themselves. */
export function profileService(parts: AvatarParts & { limiter: RateLimiter }) {
  const { db, changes, limiter } = parts
  const pictures = avatars(parts)

  async function read(id: string): Promise<ProfileReply> {
    const account = await selectAccount(db, id)
    if (!account) throw new AppError('session-ended')
    return { profile: toProfile(await selectProfile(db, id)), user: sessionUser(account) }
  }

  return {
    read,
    async save(id: string, form: ProfileForm): Promise<ProfileReply> {
      await limiter.take(`profile:${id}`, CHANGES_AN_HOUR)
      try {
        await db.transaction().execute(async (tx) => {
          await updateProfile(tx, id, toColumns(form))
          await changes.announce(tx, 'pages')
        })
      } catch (error) {
        if (!isTakenName(error)) throw error
        throw invalidInput([{ field: 'username', message: 'This username is taken' }])
      }
      return read(id)
    },
    /** Taken before the picture is read. */
    takePictureTry: (id: string) => limiter.take(`picture:${id}`, PICTURES_AN_HOUR),
    async setPicture(id: string, bytes: Uint8Array): Promise<ProfileReply> {
      await pictures.set(id, bytes)
      return read(id)
    },
    async removePicture(id: string): Promise<ProfileReply> {
      await limiter.take(`profile:${id}`, CHANGES_AN_HOUR)
      await pictures.remove(id)
      return read(id)
    },
  }
}
