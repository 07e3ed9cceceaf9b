import type { Database } from '#server/platform/db/connect.ts'
import { isUnsold } from '#server/products/visibility.ts'

export const selectOwnProduct = (db: Database, sellerId: string, productId: string) =>
  db
    .selectFrom('products')
    .select(['id', 'status'])
    .where('id', '=', productId)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst()

export const selectImei = (db: Database, productId: string) =>
  db.selectFrom('product_imeis').select('imei_hash').where('product_id', '=', productId).executeTakeFirst()

export const upsertImei = (tx: Database, productId: string, hash: Buffer) =>
  tx
    .insertInto('product_imeis')
    .values({ product_id: productId, imei_hash: hash })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ imei_hash: hash }))
    .execute()

export const deleteImei = (tx: Database, productId: string) =>
  tx.deleteFrom('product_imeis').where('product_id', '=', productId).execute()

/** Listings with this phone that are not sold: a phone that was sold may be sold again by its new owner. */
export const selectUnsoldWith = (db: Database, hash: Buffer) =>
  db
    .selectFrom('product_imeis as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['p.id', 'p.seller_id', 'p.status'])
    .where('i.imei_hash', '=', hash)
    .where(isUnsold)
    .orderBy('p.created_at')
    .execute()

export async function isStolen(db: Database, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('stolen_phones')
    .select('id')
    .where('imei_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

export const selectReports = (db: Database, reporterId: string) =>
  db
    .selectFrom('stolen_phones')
    .select(['id', 'police_report', 'created_at'])
    .where('reporter_id', '=', reporterId)
    .orderBy('created_at', 'desc')
    .execute()

export const insertReport = (
  tx: Database,
  report: { imei_hash: Buffer; reporter_id: string; police_report: string },
) =>
  tx
    .insertInto('stolen_phones')
    .values(report)
    .onConflict((conflict) =>
      conflict.constraint('stolen_phone_reported_once').doUpdateSet({ police_report: report.police_report }),
    )
    .execute()

/** Whether it was theirs. */
export async function deleteReport(db: Database, reporterId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('stolen_phones')
    .where('id', '=', id)
    .where('reporter_id', '=', reporterId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
