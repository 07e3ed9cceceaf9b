import type { DataExport } from '#contract/personal-data/personal-data.ts'
import { findOneTimeToken } from '#server/accounts/one-time-tokens/service.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { StoredFile } from '#server/platform/storage/storage.ts'
import { BUILD_EXPORT } from './export-builder.ts'
import { insertExport, selectHasEmail, selectLatestExport } from './queries.ts'
import { exportKey } from './removal.ts'

const EXPORTS_A_DAY = { attempts: 3, seconds: 24 * 60 * 60 }
const DOWNLOADS = { attempts: 10, seconds: 60 * 60 }

type ExportRow = NonNullable<Awaited<ReturnType<typeof selectLatestExport>>>

const toExport = ({ status, requested_at, expires_at }: ExportRow): DataExport => ({
  status: status === 'ready' || status === 'failed' ? status : 'preparing',
  requestedAt: requested_at,
  expiresAt: expires_at,
})

export async function findLatestExport(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<DataExport | null> {
  const row = await selectLatestExport(db, userId)
  return row ? toExport(row) : null
}

/** Throws `export-under-way` while one is being prepared. */
export async function requestExport(
  { db, jobs, limiter }: Pick<Context, 'db' | 'jobs' | 'limiter'>,
  { userId }: { userId: string },
): Promise<DataExport> {
  const latest = await selectLatestExport(db, userId)
  if (latest?.status === 'preparing') throw new AppError('export-under-way')
  await limiter.take(`export:${userId}`, EXPORTS_A_DAY)
  return db.transaction().execute(async (tx) => {
    const row = await insertExport(tx, userId)
    if (!row) throw new AppError('export-under-way')
    await jobs.enqueue(tx, BUILD_EXPORT, { exportId: row.id })
    return toExport(row)
  })
}

/**
 * Finds the export of the mailed link, only for the person it belongs to. People without an e-mail address
 * get their latest copy without a link.
 */
async function findExportId(
  { db }: Pick<Context, 'db'>,
  { userId, token }: { userId: string; token?: string },
): Promise<string | undefined> {
  if (token === undefined) {
    const latest = (await selectHasEmail(db, userId)) ? undefined : await selectLatestExport(db, userId)
    return latest?.status === 'ready' ? latest.id : undefined
  }
  const link = await findOneTimeToken<{ exportId: string }>(db, { purpose: 'export', secret: token })
  if (link && link.accountId !== userId) throw new AppError('forbidden')
  return link?.payload.exportId
}

/** The link stays valid, so that a download can be repeated. */
export async function downloadExport(
  { db, limiter, storage }: Pick<Context, 'db' | 'limiter' | 'storage'>,
  { userId, token }: { userId: string; token?: string },
): Promise<StoredFile> {
  const exportId = await findExportId({ db }, { userId, token })
  if (exportId === undefined) throw new AppError('link-expired')
  await limiter.take(`export-download:${userId}`, DOWNLOADS)
  const file = await storage.read(exportKey(exportId))
  if (!file) throw new AppError('link-expired')
  return file
}
