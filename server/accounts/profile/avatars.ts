import { AVATAR_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { newSrc, removePicture, storeNewPicture } from '#server/platform/images/picture-files.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import { avatarKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { selectAvatar, selectShowsAvatar, updateProfile } from './queries.ts'

interface AvatarJob {
  profileId: string
  avatar: string
}

/** Deletes a picture's files unless its profile shows it. */
export const REMOVE_AVATAR = defineJob<AvatarJob>('remove-avatar')
/** After this long the profile shows the picture or never will. */
const UNUSED_SECONDS = 60 * 60

export async function removeUnusedAvatar(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { profileId, avatar }: AvatarJob,
): Promise<void> {
  if (await selectShowsAvatar(db, profileId, avatar)) return
  await removePicture(storage, avatar, AVATAR_WIDTHS)
}

const removeAvatarLater = ({ db, jobs }: Pick<Context, 'db' | 'jobs'>, job: AvatarJob) =>
  jobs.enqueue(db, REMOVE_AVATAR, job, { runAfterSeconds: UNUSED_SECONDS })

/** Throws the reason if the picture is unusable. */
export async function storeAvatar(
  ctx: Pick<Context, 'db' | 'images' | 'jobs' | 'storage'>,
  { userId, bytes }: { userId: string; bytes: Uint8Array },
): Promise<string> {
  try {
    const { files } = await ctx.images.process(bytes, 'avatar')
    const avatar = newSrc('avatars')
    // The removal is queued before the files are written, so that no file stays behind.
    await removeAvatarLater(ctx, { profileId: userId, avatar })
    await storeNewPicture(ctx.storage, avatar, files)
    return avatar
  } catch (error) {
    throw asPictureRefusal(error)
  }
}

export async function showAvatar(
  { changes, db, jobs }: Pick<Context, 'changes' | 'db' | 'jobs'>,
  { userId, avatar }: { userId: string; avatar: string | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const previous = await selectAvatar(tx, userId)
    await updateProfile(tx, userId, { avatar_url: avatar })
    if (previous !== null) await jobs.enqueue(tx, REMOVE_AVATAR, { profileId: userId, avatar: previous })
    const shown = previous === null ? [] : [avatarKey(previous)]
    await changes.announce(tx, 'pages', [sellerKey(userId), ...shown])
  })
}
