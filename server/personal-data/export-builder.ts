import { defineJob, type JobKind, type JobRun } from '#server/jobs/job-kind.ts'
import { cleanUpExports } from './clean-up.ts'
import { heldData } from './held-data.ts'
import type { PersonalDataParts } from './personal-data-parts.ts'
import { deleteOtherExports, markFailed, markReady, selectExport } from './queries.ts'
import { exportKey, type FileRemoval } from './removal.ts'
import { zipOf } from './zip.ts'

const READY_SECONDS = 2 * 24 * 60 * 60
const RETRIES = 3
/** Minutes before the clean-up of accounts, so that they do not meet. */
const EVERY_HOUR = '7 * * * *'

export const BUILD_EXPORT: JobKind<{ exportId: string }> = defineJob('build-export', {
  retries: RETRIES,
  retryDelaySeconds: 20,
})

/** Prepares the copies that people ask for, and takes them away when their time is over. */
export function buildExports(parts: PersonalDataParts, removal: FileRemoval): void {
  const { db, storage, jobs } = parts
  const { oneTime, mails } = parts.accounts.parts

  /** False when the person left while it was being written. */
  const offer = (exportId: string): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const ready = await markReady(tx, exportId, READY_SECONDS)
      if (!ready) return false
      const accountId = ready.account_id
      await removal.queue(tx, { pictures: [], exports: await deleteOtherExports(tx, accountId, exportId) })
      const tokenId = await oneTime.create(tx, {
        purpose: 'export',
        accountId,
        seconds: READY_SECONDS,
        payload: { exportId },
      })
      await mails.queue(tx, { mail: 'export-ready', accountId, tokenId })
      return true
    })

  async function build({ exportId }: { exportId: string }, { attempt }: JobRun): Promise<void> {
    const asked = await selectExport(db, exportId)
    if (asked?.status !== 'preparing') return
    try {
      await storage.put(exportKey(exportId), zipOf(heldData(parts, asked.account_id)), 'application/zip')
      if (!(await offer(exportId))) await storage.remove(exportKey(exportId))
    } catch (error) {
      if (attempt > RETRIES) await markFailed(db, exportId)
      throw error
    }
  }

  jobs.handle(BUILD_EXPORT, build)
  jobs.schedule('data-exports-clean-up', EVERY_HOUR, () => cleanUpExports(parts))
}
