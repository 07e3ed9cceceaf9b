import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export interface ReportPicture {
  image_url: string
  width: number
  height: number
  thumbhash: string
}

/** Returns undefined unless the person sent the report and nobody has decided it. */
export const selectOpenReport = (db: Database, reportId: string, reporterId: string) =>
  db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', reportId)
    .where('reporter_id', '=', reporterId)
    .where('outcome', 'is', null)
    .executeTakeFirst()

export const selectPictureAt = (db: Database, reportId: string, position: number) =>
  db
    .selectFrom('report_pictures')
    .select('image_url')
    .where('report_id', '=', reportId)
    .where('position', '=', position)
    .executeTakeFirst()

/** Keeps the first picture if two are sent for the same position. */
export const insertPicture = (
  db: Database,
  picture: ReportPicture & { report_id: string; position: number },
) =>
  db
    .insertInto('report_pictures')
    .values(picture)
    .onConflict((conflict) => conflict.columns(['report_id', 'position']).doNothing())
    .execute()

export const selectPictures = (db: Database, reportIds: readonly string[]) =>
  db
    .selectFrom('report_pictures')
    .select(['report_id', 'image_url', 'width', 'height', 'thumbhash'])
    .where('report_id', 'in', [...reportIds])
    .orderBy('report_id')
    .orderBy('position')
    .execute()

export const selectPictureIsUsed = async (db: Database, url: string): Promise<boolean> =>
  (await db
    .selectFrom('report_pictures')
    .select('position')
    .where('image_url', '=', url)
    .executeTakeFirst()) !== undefined

/** Deletes the pictures of a person's reports. Returns the deleted addresses. */
export async function deletePicturesBy(tx: Database, reporterId: string): Promise<string[]> {
  const { rows } = await sql<{ image_url: string }>`
    delete from report_pictures p using reports r where r.id = p.report_id and r.reporter_id = ${reporterId}
    returning p.image_url`.execute(tx)
  return rows.map((row) => row.image_url)
}

/** Pictures are stored as long as decisions. Returns the deleted addresses. */
export async function deleteOldPictures(tx: Database): Promise<string[]> {
  const rows = await tx
    .deleteFrom('report_pictures')
    .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.moderation}::interval`)
    .returning('image_url')
    .execute()
  return rows.map((row) => row.image_url)
}
