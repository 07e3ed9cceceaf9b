import { queueAccountEmail } from '#server/accounts/emails/service.ts'
import { createOneTimeToken } from '#server/accounts/one-time-tokens/service.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/notifications/service.ts'
import { defineJob, type JobRun } from '#server/platform/jobs/job-kind.ts'
import { exportedData } from './exported-data.ts'
import { deleteOtherExports, markFailed, markReady, selectExport, selectHasEmail } from './queries.ts'
import { enqueueFileRemoval, exportKey } from './removal.ts'
import { createZip } from './zip.ts'

const READY_SECONDS = 2 * 24 * 60 * 60
const RETRIES = 3

interface ExportJob {
  exportId: string
}

export const BUILD_EXPORT = defineJob<ExportJob>('build-export', {
  retries: RETRIES,
  retryDelaySeconds: 20,
})

type BuildDeps = Pick<Context, 'db' | 'jobs' | 'secrets' | 'site' | 'storage'>

/**
 * Mails the link, or notifies people without an address. Returns false if the account was deleted while the
 * export was written.
 */
const publishExport = (ctx: BuildDeps, exportId: string): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    const ready = await markReady(tx, exportId, READY_SECONDS)
    if (!ready) return false
    const accountId = ready.account_id
    const replaced = await deleteOtherExports(tx, accountId, exportId)
    await enqueueFileRemoval(ctx, tx, { pictures: [], exports: replaced })
    const tokenId = await createOneTimeToken(ctx, tx, {
      purpose: 'export',
      accountId,
      seconds: READY_SECONDS,
      payload: { exportId },
    })
    if (await selectHasEmail(tx, accountId))
      await queueAccountEmail(ctx, tx, { mail: 'export-ready', accountId, tokenId })
    else {
      const content = 'The copy of your data is ready. Download it in your settings.'
      await notify(ctx, tx, {
        to: [accountId],
        type: 'system',
        content,
        actionUrl: '/settings-page?section=privacy',
      })
    }
    return true
  })

export async function buildExport(
  ctx: BuildDeps,
  { exportId }: ExportJob,
  { attempt }: Pick<JobRun, 'attempt'>,
): Promise<void> {
  const { db, storage } = ctx
  const requested = await selectExport(db, exportId)
  if (requested?.status !== 'preparing') return
  try {
    await storage.put(
      exportKey(exportId),
      createZip(exportedData(ctx, requested.account_id)),
      'application/zip',
    )
    if (!(await publishExport(ctx, exportId))) await storage.remove(exportKey(exportId))
  } catch (error) {
    if (attempt > RETRIES) await markFailed(db, exportId)
    throw error
  }
}
