import type { NoticeForm } from '#contract/operations/notice-form.ts'
import type { Context } from '#server/context.ts'
import { recordAct } from '#server/moderation/service.ts'
import { deleteNotice, insertNotice } from './notice-queries.ts'

type NoticeChange = Pick<Context, 'db' | 'changes'>

/** Takes the place of the one before, if any. */
export const setNotice = (
  { db, changes }: NoticeChange,
  { actorId, form }: { actorId: string; form: NoticeForm },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await deleteNotice(tx)
    await insertNotice(tx, form)
    await recordAct(tx, { actorId, action: 'set-notice', detail: form })
    await changes.announce(tx, 'notice')
  })

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
