import { randomBytes } from 'node:crypto'
import { AVATAR_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import { asPictureRefusal } from '#server/images/picture-refusal.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/storage/storage.ts'
import { selectAvatar, updateProfile } from './profile-queries.ts'

const PHOTOS = '/photos/'
const SUFFIXES = AVATAR_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.jpg`])

const REMOVE_AVATAR = defineJob<{ avatar: string }>('remove-avatar')

export interface AvatarParts {
  db: Database
  storage: Storage
  images: ImageProcessor
  jobs: Jobs
  changes: PublicChanges
}

/** Where a picture's files begin in the storage. */
const keyOf = (avatar: string) => avatar.slice(PHOTOS.length)

/** People's pictures: their files, and which one a profile shows. */
export function avatars({ db, storage, images, jobs, changes }: AvatarParts) {
  async function removeFiles(avatar: string) {
    for (const suffix of SUFFIXES) await storage.remove(keyOf(avatar) + suffix)
  }

  /** Never a name used before: a late removal of an old picture must not meet a new one. */
  async function store(profileId: string, bytes: Uint8Array): Promise<string> {
    const { files } = await images.process(bytes, 'avatar').catch((error: unknown) => {
      throw asPictureRefusal(error)
    })
    const avatar = `${PHOTOS}avatars/${profileId}/${randomBytes(10).toString('hex')}`
    for (const { suffix, contentType, bytes: file } of files) {
      await storage.put(keyOf(avatar) + suffix, file, contentType)
    }
    return avatar
  }

  function show(profileId: string, avatar: string | null): Promise<void> {
    return db.transaction().execute(async (tx) => {
      const previous = await selectAvatar(tx, profileId)
      await updateProfile(tx, profileId, { avatar_url: avatar })
      if (previous?.startsWith(PHOTOS)) await jobs.enqueue(tx, REMOVE_AVATAR, { avatar: previous })
      await changes.announce(tx, 'pages')
    })
  }

  jobs.handle(REMOVE_AVATAR, ({ avatar }) => removeFiles(avatar))

  return {
    /** Throws a refusal that names what is wrong with the picture. */
    async set(profileId: string, bytes: Uint8Array): Promise<void> {
      const avatar = await store(profileId, bytes)
      try {
        await show(profileId, avatar)
      } catch (error) {
        await removeFiles(avatar)
        throw error
      }
    },
    remove: (profileId: string) => show(profileId, null),
  }
}
