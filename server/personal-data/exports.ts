import type { DataExport } from '#contract/personal-data.ts'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { defineJob, type JobRun } from '#server/jobs/job-kind.ts'
import type { StoredFile } from '#server/storage/storage.ts'
import { heldData } from './held-data.ts'
import type { PersonalDataParts } from './personal-data-parts.ts'
import {
  deleteExport,
  deleteOtherExports,
  failAbandonedExports,
  insertExport,
  markFailed,
  markReady,
  selectEndedExports,
  selectExport,
  selectLatestExport,
} from './queries.ts'
import type { FileRemoval } from './removal.ts'
import { exportKey } from './removal.ts'
import { zipOf } from './zip.ts'

const EXPORTS_A_DAY = { tries: 3, seconds: 24 * 60 * 60 }
const DOWNLOADS = { tries: 10, seconds: 60 * 60 }
const READY_SECONDS = 2 * 24 * 60 * 60
const RETRIES = 3
/** Minutes before the hour's clean-up of accounts, so that they do not meet. */
const EVERY_HOUR = '7 * * * *'

const BUILD_EXPORT = defineJob<{ exportId: string }>('build-export', { retries: RETRIES, retryDelaySeconds: 20 })

type ExportRow = NonNullable<Awaited<ReturnType<typeof selectLatestExport>>>

const toExport = ({ status, requested_at, expires_at }: ExportRow): DataExport => ({
  status: status === 'ready' || status === 'failed' ? status : 'preparing',
  requestedAt: requested_at,
  expiresAt: expires_at,
})

export function dataExports(parts: PersonalDataParts, removal: FileRemoval) {
  const { db, storage, jobs } = parts
  const { limiter, oneTime, mails } = parts.accounts.parts

  /** Undoes the file when the person left while it was being written. */
  async function offer(exportId: string): Promise<void> {
    const owner = await db.transaction().execute(async (tx) => {
      const ready = await markReady(tx, exportId, READY_SECONDS)
      if (!ready) return undefined
      const accountId = ready.account_id
      await removal.queue(tx, { pictures: [], exports: await deleteOtherExports(tx, accountId, exportId) })
      const tokenId = await oneTime.create(tx, {
        purpose: 'export',
        accountId,
        seconds: READY_SECONDS,
        payload: { exportId },
      })
      await mails.queue(tx, { mail: 'export-ready', accountId, tokenId })
      return accountId
    })
    if (owner === undefined) await storage.remove(exportKey(exportId))
  }

  async function build({ exportId }: { exportId: string }, { attempt }: JobRun): Promise<void> {
    const asked = await selectExport(db, exportId)
    if (asked?.status !== 'preparing') return
    try {
      const zip = zipOf(heldData(parts, asked.account_id))
      await storage.put(exportKey(exportId), zip, 'application/zip')
      await offer(exportId)
    } catch (error) {
      if (attempt > RETRIES) await markFailed(db, exportId)
      throw error
    }
  }

  async function cleanUp(): Promise<void> {
    await failAbandonedExports(db)
    for (const { id } of await selectEndedExports(db)) {
      await storage.remove(exportKey(id))
      await deleteExport(db, id)
    }
  }

  jobs.handle(BUILD_EXPORT, build)
  jobs.schedule('data-exports-clean-up', EVERY_HOUR, cleanUp)

  return {
    cleanUp,
    async latestExport(viewer: Viewer): Promise<DataExport | null> {
      const row = await selectLatestExport(db, viewer.id)
      return row ? toExport(row) : null
    },

    /** Refused with `export-under-way` while one is being prepared. */
    async requestExport(viewer: Viewer): Promise<DataExport> {
      const latest = await selectLatestExport(db, viewer.id)
      if (latest?.status === 'preparing') throw new AppError('export-under-way')
      await limiter.take(`export:${viewer.id}`, EXPORTS_A_DAY)
      return db.transaction().execute(async (tx) => {
        const row = await insertExport(tx, viewer.id)
        if (!row) throw new AppError('export-under-way')
        await jobs.enqueue(tx, BUILD_EXPORT, { exportId: row.id })
        return toExport(row)
      })
    },

    /** By the link's secret, and only for the person it is about. The link works again, should the way break. */
    async downloadExport(viewer: Viewer, secret: string): Promise<StoredFile> {
      const link = await oneTime.peek<{ exportId: string }>(db, 'export', secret)
      if (!link) throw new AppError('link-expired')
      if (link.accountId !== viewer.id) throw new AppError('forbidden')
      await limiter.take(`export-download:${viewer.id}`, DOWNLOADS)
      const file = await storage.read(exportKey(link.payload.exportId))
      if (!file) throw new AppError('link-expired')
      return file
    },
  }
}
