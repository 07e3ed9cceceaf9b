import { AVATAR_WIDTHS } from '#contract/limits.ts'
import type { Database } from '#server/db/connect.ts'
import type { PublicChanges } from '#server/http/public-changes.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import { newSrc, removePicture, storeNewPicture } from '#server/images/picture-files.ts'
import { asPictureRefusal } from '#server/images/picture-refusal.ts'
import { defineJob } from '#server/jobs/job-kind.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/storage/storage.ts'
import { selectAvatar, selectShowsAvatar, updateProfile } from './profile-queries.ts'

interface MaybeUnused {
  /** Absent in a job of a former version: of those the profile showed another one already. */
  profileId?: string
  avatar: string
}

/** Takes away the files of a picture that its profile does not show. */
const REMOVE_AVATAR = defineJob<MaybeUnused>('remove-avatar')
/** By then the profile shows it or never will. */
const UNUSED_SECONDS = 60 * 60

export interface AvatarParts {
  db: Database
  storage: Storage
  images: ImageProcessor
  jobs: Jobs
  changes: PublicChanges
}

/** People's pictures: their files, and which one a profile shows. */
export function avatars({ db, storage, images, jobs, changes }: AvatarParts) {
  jobs.handle(REMOVE_AVATAR, async ({ profileId, avatar }) => {
    if (profileId !== undefined && (await selectShowsAvatar(db, profileId, avatar))) return
    await removePicture(storage, avatar, AVATAR_WIDTHS)
  })

  /** Before the files comes the job that takes them away if no profile shows them. */
  async function store(profileId: string, bytes: Uint8Array): Promise<string> {
    const { files } = await images.process(bytes, 'avatar')
    const avatar = newSrc(`avatars/${profileId}`)
    await jobs.enqueue(db, REMOVE_AVATAR, { profileId, avatar }, { runAfterSeconds: UNUSED_SECONDS })
    await storeNewPicture(storage, avatar, files)
    return avatar
  }

  function show(profileId: string, avatar: string | null): Promise<void> {
    return db.transaction().execute(async (tx) => {
      const previous = await selectAvatar(tx, profileId)
      await updateProfile(tx, profileId, { avatar_url: avatar })
      if (previous !== null) await jobs.enqueue(tx, REMOVE_AVATAR, { profileId, avatar: previous })
      await changes.announce(tx, 'pages')
    })
  }

  return {
    /** Throws a refusal that names what is wrong with the picture. */
    async set(profileId: string, bytes: Uint8Array): Promise<void> {
      const avatar = await store(profileId, bytes).catch((error: unknown) => {
        throw asPictureRefusal(error)
      })
      await show(profileId, avatar)
    },
    remove: (profileId: string) => show(profileId, null),
  }
}
