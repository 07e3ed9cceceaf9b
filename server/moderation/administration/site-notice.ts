import type { NoticeForm } from '#contract/moderation/administration/notice-form.ts'
import type { Context } from '#server/context.ts'
import { requireHarmless } from '#server/moderation/guard/service.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { deleteNotice, insertNotice } from './notice-queries.ts'

type NoticeChange = Pick<Context, 'db' | 'changes'>

/**
 * Replaces the previous notice, if any. Throws invalid-input for numbers, links to other sites, and words of
 * a trick.
 */
export async function setNotice(
  ctx: NoticeChange & Pick<Context, 'guard' | 'site'>,
  { actorId, form }: { actorId: string; form: NoticeForm },
): Promise<void> {
  await requireHarmless(ctx, { field: 'text', text: form.text })
  await ctx.db.transaction().execute(async (tx) => {
    await deleteNotice(tx)
    await insertNotice(tx, form)
    await recordAct(tx, { actorId, action: 'set-notice', detail: form })
    await ctx.changes.announce(tx, 'notice')
  })
}

/** Removes the notice from all pages; does nothing if there is none. */
export const removeNotice = (
  { db, changes }: NoticeChange,
  { actorId }: { actorId: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await deleteNotice(tx)
    if (numDeletedRows === 0n) return
    await recordAct(tx, { actorId, action: 'removed-notice' })
    await changes.announce(tx, 'notice')
  })
