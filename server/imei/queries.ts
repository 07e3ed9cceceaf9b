import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic, isUnsold } from '#server/products/visibility.ts'

const ownProduct = (db: Database, sellerId: string, productId: string) =>
  db
    .selectFrom('products')
    .select(['id', 'status'])
    .where('id', '=', productId)
    .where('seller_id', '=', sellerId)

export const selectOwnProduct = (db: Database, sellerId: string, productId: string) =>
  ownProduct(db, sellerId, productId).executeTakeFirst()

export const lockOwnProduct = (tx: Database, sellerId: string, productId: string) =>
  ownProduct(tx, sellerId, productId).forNoKeyUpdate().executeTakeFirst()

/** Who lists a phone, or reports it stolen, finds what others did with the same number before. */
export const lockImei = (tx: Database, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtext('imei'), hashtext(${hash.toString('base64')}))`.execute(tx)

export const selectImei = (db: Database, productId: string) =>
  db.selectFrom('product_imeis').select('imei_hash').where('product_id', '=', productId).executeTakeFirst()

/** Of a listing that everyone may see: of any other, not even whether there is a number. */
export const selectPublicImei = (db: Database, productId: string) =>
  db
    .selectFrom('product_imeis as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select('i.imei_hash')
    .where('p.id', '=', productId)
    .where(isPublic)
    .executeTakeFirst()

export const upsertImei = (tx: Database, productId: string, hash: Buffer) =>
  tx
    .insertInto('product_imeis')
    .values({ product_id: productId, imei_hash: hash, created_at: sql`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict
        .column('product_id')
        .doUpdateSet({ imei_hash: hash, created_at: sql`clock_timestamp()` })
        .where('product_imeis.imei_hash', '<>', hash),
    )
    .execute()

export const deleteImei = (tx: Database, productId: string) =>
  tx.deleteFrom('product_imeis').where('product_id', '=', productId).execute()

/** Whether somebody else had the phone of this listing for sale before. */
export async function selectIsOfAnother(db: Database, productId: string): Promise<boolean> {
  const { rows } = await sql<{ is_of_another: boolean }>`
    select exists (
      select from product_imeis own
      join products mine on mine.id = own.product_id
      join product_imeis i on i.imei_hash = own.imei_hash and i.created_at < own.created_at
      join products p on p.id = i.product_id and p.seller_id <> mine.seller_id
      where own.product_id = ${productId} and ${isUnsold}
    ) as is_of_another`.execute(db)
  return rows[0]?.is_of_another ?? false
}

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
