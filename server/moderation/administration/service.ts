import { CASES_PER_PAGE } from '#contract/limits.ts'
import type { MailLine } from '#contract/moderation/administration/administration.ts'
import type { Context } from '#server/context.ts'
import { recordAct } from '#server/moderation/staff/service.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import * as failedJobs from '#server/platform/jobs/failed-jobs.ts'
import { deleteOldMails, selectMails } from './queries.ts'

interface Act {
  /** Null for the operator at a shell. */
  actorId: string | null
  id: string
}

/** Throws not-found, for example because somebody else was faster. */
export const retryFailedJob = (ctx: Pick<Context, 'db' | 'jobs'>, { actorId, id }: Act): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const kind = await failedJobs.retryFailedJob(ctx.jobs, tx, id)
    if (kind === undefined) throw new AppError('not-found')
    await recordAct(tx, {
      actorId,
      action: 'retried-job',
      target: { kind: 'job', id },
      detail: { job: kind },
    })
  })

/** Throws not-found. */
export const dropFailedJob = (ctx: Pick<Context, 'db'>, { actorId, id }: Act): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const kind = await failedJobs.dropFailedJob(tx, id)
    if (kind === undefined) throw new AppError('not-found')
    await recordAct(tx, {
      actorId,
      action: 'dropped-job',
      target: { kind: 'job', id },
      detail: { job: kind },
    })
  })

/** Lists e-mails, newest first. */
export async function listMails({ db }: Pick<Context, 'db'>, { cursor }: { cursor: string | undefined }) {
  const rows = await selectMails(db, parseNewestCursor(cursor), CASES_PER_PAGE + 1)
  return newestPage(rows, CASES_PER_PAGE, (row): MailLine => ({
    id: row.id,
    kind: row.kind,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? 'Unknown' },
    maskedAddress: row.masked_address,
    failure: row.failure,
    createdAt: row.created_at,
  }))
}

export const forgetMails = async ({ db }: Pick<Context, 'db'>): Promise<void> =>
  void (await deleteOldMails(db))
