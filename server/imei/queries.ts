import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic, isPublished, isUnsold } from '#server/products/visibility.ts'
import { KNOWN_AFTER_DAYS, type SellerRecord } from './rules.ts'

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

/**
 * Makes listings and reports of one phone wait for each other, so that each sees the earlier ones. Callers
 * take this lock before they lock a listing or a report, so that there is no deadlock.
 */
export const lockImei = (tx: Database, hash: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtext('imei'), hashtext(${hash.toString('base64')}))`.execute(tx)

export const selectImei = (db: Database, productId: string) =>
  db.selectFrom('product_imeis').select('imei_hash').where('product_id', '=', productId).executeTakeFirst()

/** The IMEI of a public listing. For other listings, not even its existence is revealed. */
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

interface Earlier {
  seller: SellerRecord
  /** Earlier sellers of the phone. */
  others: SellerRecord[]
}

/** Returns undefined if nobody else had this listing's phone for sale before. */
export async function selectEarlier(db: Database, productId: string): Promise<Earlier | undefined> {
  const { rows } = await sql<SellerRecord & { is_own: boolean }>`
    select distinct s.id, s.id = mine.seller_id as is_own, s.phone_verified as "phoneVerified",
      extract(epoch from now() - s.created_at)::float8 / 86400 as "memberDays", coalesce(d.deals, 0) as deals
    from product_imeis own
    join products mine on mine.id = own.product_id
    join product_imeis i on i.imei_hash = own.imei_hash
      and (i.product_id = own.product_id or i.created_at < own.created_at)
    join products p on p.id = i.product_id and (p.id = mine.id or p.seller_id <> mine.seller_id)
    join profiles s on s.id = p.seller_id
    left join deal_figures d on d.person_id = s.id
    where own.product_id = ${productId} and ${isUnsold}`.execute(db)
  const seller = rows.find((row) => row.is_own)
  const others = rows.filter((row) => !row.is_own)
  return seller && others.length > 0 ? { seller, others } : undefined
}

interface ReportsOfListing {
  /** Time of the newest report. */
  newest: string | null
  /** Time of the newest report by a known reporter. */
  newestKnown: string | null
}

/**
 * Reports about the phone of a listing. A reporter counts as known if they have a verified phone number and
 * an account that is not new, and had the phone for sale, bought it or wrote about it here before this
 * listing got its IMEI.
 */
export async function selectReportsOf(tx: Database, productId: string): Promise<ReportsOfListing> {
  const { rows } = await sql<ReportsOfListing>`
    select max(s.created_at) as newest, max(s.created_at) filter (
      where r.phone_verified and r.created_at < now() - make_interval(days => ${sql.lit(KNOWN_AFTER_DAYS)})
        and exists (
          select from product_imeis i join products p on p.id = i.product_id
          where i.imei_hash = own.imei_hash and i.created_at < own.created_at and ${isPublished} and (
            r.id in (p.seller_id, p.buyer_id) or exists (
              select from conversations c
              where c.product_id = p.id and c.last_seq > 0 and r.id in (c.first_person, c.second_person)
            )
          )
        )
    ) as "newestKnown"
    from product_imeis own
    join stolen_phones s on s.imei_hash = own.imei_hash
    left join profiles r on r.id = s.reporter_id
    where own.product_id = ${productId}`.execute(tx)
  return rows[0] ?? { newest: null, newestKnown: null }
}

/** Unsold listings with this phone: a sold phone may be sold again by its new owner. */
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

/** The phone of a report, if the report is the person's. */
export const selectReportedImei = async (tx: Database, reporterId: string, id: string) =>
  (
    await tx
      .selectFrom('stolen_phones')
      .select('imei_hash')
      .where('id', '=', id)
      .where('reporter_id', '=', reporterId)
      .executeTakeFirst()
  )?.imei_hash

export const deleteReport = (tx: Database, reporterId: string, id: string) =>
  tx.deleteFrom('stolen_phones').where('id', '=', id).where('reporter_id', '=', reporterId).execute()
