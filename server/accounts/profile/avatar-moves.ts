import { AVATAR_WIDTHS } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { copyPicture, newSrc } from '#server/platform/images/picture-files.ts'
import { removeAvatarLater } from './avatars.ts'
import { replaceAvatar, selectAvatarsInFolders } from './queries.ts'

const BATCH_SIZE = 100

/**
 * Pictures used to be in folders named by the person's id, which revealed to everyone whose picture it is. This moves them to
 * names of their own. The old files remain for a while, for pages that were loaded before.
 */
export async function moveAvatars(ctx: Pick<Context, 'changes' | 'db' | 'jobs' | 'storage'>): Promise<void> {
  const { db, storage, changes } = ctx
  for (let after: string | null = null; ;) {
    const rows = await selectAvatarsInFolders(db, after, BATCH_SIZE)
    for (const { id, avatar } of rows) {
      const moved = newSrc('avatars')
      await removeAvatarLater(ctx, { profileId: id, avatar: moved })
      await copyPicture(storage, avatar, moved, AVATAR_WIDTHS)
      await removeAvatarLater(ctx, { profileId: id, avatar })
      await replaceAvatar(db, id, { from: avatar, to: moved })
    }
    if (rows.length > 0) await db.transaction().execute((tx) => changes.announce(tx, 'pages'))
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)?.id ?? null
  }
}
