import { PHOTO_WIDTHS } from '#contract/limits.ts'
import type { Photo } from '#contract/products.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { newSrc, removePicture, storeNewPicture } from '#server/platform/images/picture-files.ts'
import { asPictureRefusal } from '#server/platform/images/picture-refusal.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import * as queries from './picture-queries.ts'

/** Each picture takes about a second of a processor. */
const PICTURES_AN_HOUR = { attempts: 60, seconds: 60 * 60 }
/** After this long the row exists or never will. */
const UNUSED_AFTER_SECONDS = 60 * 60
const PICTURES_PER_JOB = 200

interface RemovalJob {
  /** The common prefix of each picture's files. */
  urls: string[]
}

export const REMOVE_REPORT_PICTURES = defineJob<RemovalJob>('remove-report-pictures')

/** Removes the files of pictures that no report uses. */
export async function removeUnusedPictures(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { urls }: RemovalJob,
): Promise<void> {
  for (const url of urls)
    if (!(await queries.selectPictureIsUsed(db, url))) await removePicture(storage, url, PHOTO_WIDTHS)
}

async function enqueueRemoval({ jobs }: Pick<Context, 'jobs'>, tx: Database, urls: string[]): Promise<void> {
  for (let start = 0; start < urls.length; start += PICTURES_PER_JOB)
    await jobs.enqueue(tx, REMOVE_REPORT_PICTURES, { urls: urls.slice(start, start + PICTURES_PER_JOB) })
}

/** Runs in the transaction that deletes the person: their reports stay without pictures. */
export const deleteReportPictures = async (
  ctx: Pick<Context, 'jobs'>,
  tx: Database,
  { personId }: { personId: string },
): Promise<void> => enqueueRemoval(ctx, tx, await queries.deletePicturesBy(tx, personId))

export const forgetOldPictures = ({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> =>
  db.transaction().execute(async (tx) => enqueueRemoval({ jobs }, tx, await queries.deleteOldPictures(tx)))

export interface PictureTarget {
  reporterId: string
  reportId: string
  position: number
}

/**
 * Runs before the picture is received. Throws not-found for another person's or a decided report,
 * too-many-requests.
 */
export async function takePictureAttempt(
  { db, limiter }: Pick<Context, 'db' | 'limiter'>,
  { reporterId, reportId }: PictureTarget,
): Promise<void> {
  if (!(await queries.selectOpenReport(db, reportId, reporterId))) throw new AppError('not-found')
  await limiter.take(`report-pictures:${reporterId}`, PICTURES_AN_HOUR)
}

/** Sending the same position again changes nothing. */
export async function addPicture(
  ctx: Pick<Context, 'db' | 'images' | 'jobs' | 'storage'>,
  { reportId, position, bytes }: PictureTarget & { bytes: Uint8Array },
): Promise<void> {
  const { db, images, jobs, storage } = ctx
  if (await queries.selectPictureAt(db, reportId, position)) return
  const { files, ...size } = await images.process(bytes).catch((error: unknown) => {
    throw asPictureRefusal(error)
  })
  const url = newSrc(`report-images/${reportId}`)
  await jobs.enqueue(db, REMOVE_REPORT_PICTURES, { urls: [url] }, { runAfterSeconds: UNUSED_AFTER_SECONDS })
  await storeNewPicture(storage, url, files)
  const { width, height, thumbhash } = size
  await queries.insertPicture(db, { report_id: reportId, position, image_url: url, width, height, thumbhash })
}

/** Returns pictures by report, with addresses that are valid for some hours. */
export async function listPictures(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  reportIds: readonly string[],
): Promise<(reportId: string) => Photo[]> {
  const rows = reportIds.length === 0 ? [] : await queries.selectPictures(db, reportIds)
  const byReport = Map.groupBy(rows, (row) => row.report_id)
  return (reportId) =>
    (byReport.get(reportId) ?? []).map(({ image_url, width, height, thumbhash }) => ({
      src: signer.sign(image_url),
      width,
      height,
      thumbhash,
    }))
}
