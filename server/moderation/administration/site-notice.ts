import type { NoticeForm } from '#contract/moderation/administration/notice-form.ts'
import type { Context } from '#server/context.ts'
import { requireHarmless } from '#server/moderation/guard/service.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { deleteNotice, insertNotice } from './notice-queries.ts'

type NoticeChange = Pick<Context, 'db' | 'changes'>

/** Takes the place of the one before, if any. Refused as bad input: numbers, links elsewhere, and words of a trick. */
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

/** From now on no page has it; nothing happens where there is none. */
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
