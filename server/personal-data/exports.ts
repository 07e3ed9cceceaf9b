import type { DataExport } from '#contract/personal-data.ts'
import { AppError } from '#server/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { StoredFile } from '#server/storage/storage.ts'
import { BUILD_EXPORT } from './export-builder.ts'
import type { PersonalDataParts } from './personal-data-parts.ts'
import { insertExport, selectLatestExport } from './queries.ts'
import { exportKey } from './removal.ts'

const EXPORTS_A_DAY = { tries: 3, seconds: 24 * 60 * 60 }
const DOWNLOADS = { tries: 10, seconds: 60 * 60 }

type ExportRow = NonNullable<Awaited<ReturnType<typeof selectLatestExport>>>

const toExport = ({ status, requested_at, expires_at }: ExportRow): DataExport => ({
  status: status === 'ready' || status === 'failed' ? status : 'preparing',
  requestedAt: requested_at,
  expiresAt: expires_at,
})

export function dataExports({ db, storage, jobs, accounts }: PersonalDataParts) {
  const { limiter, oneTime } = accounts.parts

  return {
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
