import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { BAND_BITS, type LikenessHash } from '#server/platform/images/likeness/likeness-hashes.ts'
import { LIKENESS_RULES } from './matching-rules.ts'
import { probesOf, type SoughtHash, soughtHashes } from './probes.ts'
import { isOnSaleIn, isPublicIn, isPublished } from '#server/products/visibility.ts'

/**
 * Limit on the rows that a probe reads from one bucket of a band. Photos in an overfull bucket have little in
 * common, so the rest of it is not worth reading.
 */
const BUCKET_MAX = 64
const BAND_MASK = 2 ** BAND_BITS - 1
const BAND_INDEXES = [0, 1, 2]

/** Spelled as in the indexes of `photo_hashes`, because otherwise PostgreSQL would not use them. */
function bandColumn(band: number) {
  const mask = sql.lit(BAND_MASK)
  return band === 0
    ? sql`((h.phash & ${mask})::int)`
    : sql`(((h.phash >> ${sql.lit(band * BAND_BITS)}) & ${mask})::int)`
}

/** Hashes that share a band with a probe and are near as a whole, from the band's index only. */
const candidates = (sought: SoughtHash[], band: number) => {
  const probes = sought.flatMap((hash, at) =>
    probesOf(hash, band).map((value) => ({ at: at + 1, value, phash: hash.phash })),
  )
  return sql`
    select probe.at, h.photo_id, h.area from unnest(
      ${probes.map(({ at }) => at)}::int[], ${probes.map(({ value }) => value)}::int[],
      ${probes.map(({ phash }) => phash)}::bigint[]
    ) as probe (at, value, phash)
    cross join lateral (
      select h.photo_id, h.area, h.phash from photo_hashes h
      where ${bandColumn(band)} = probe.value limit ${sql.lit(BUCKET_MAX)}
    ) as h
    where bit_count((h.phash # probe.phash)::bit(64)) <= ${sql.lit(LIKENESS_RULES.bitsApart)}`
}

/** At most 100 photos in listings that show the same picture, completely, in part or mirrored. */
export async function selectAlike(db: Database, hashes: LikenessHash[]): Promise<string[]> {
  const sought = soughtHashes(hashes)
  if (sought.length === 0) return []
  const { leastContrasts, contrastsApart } = LIKENESS_RULES
  const { rows } = await sql<{ photo_id: string }>`
    with sought as materialized (
      select * from unnest(
        ${sought.map(({ dhash }) => dhash)}::text[]::bit(256)[],
        ${sought.map(({ mirroredDhash }) => mirroredDhash)}::text[]::bit(256)[]
      ) with ordinality as s (dhash, mirrored_dhash, at)
    ), candidates as materialized (
      ${sql.join(
        BAND_INDEXES.map((band) => candidates(sought, band)),
        sql` union `,
      )}
    )
    select distinct c.photo_id
    from candidates c
    join sought s on s.at = c.at
    join photo_hashes h on h.photo_id = c.photo_id and h.area = c.area
    cross join lateral (
      select bit_count(h.dhash # s.dhash) + bit_count(h.mirrored_dhash # s.mirrored_dhash) as apart,
        bit_count(h.dhash | h.mirrored_dhash | s.dhash | s.mirrored_dhash) as contrasts
      offset 0
    ) as cells
    where cells.contrasts >= ${sql.lit(leastContrasts)}
      and cells.apart <= cells.contrasts * ${sql.lit(contrastsApart)}::float8
    limit 100`.execute(db)
  return rows.map(({ photo_id }) => photo_id)
}

export async function insertHashes(tx: Database, photoId: string, hashes: LikenessHash[]): Promise<void> {
  const stored = hashes.filter((hash) => hash.stored)
  if (stored.length === 0) return
  await sql`
    insert into photo_hashes (photo_id, area, phash, dhash, mirrored_dhash)
    select ${photoId}, at, phash, dhash::bit(256), mirrored::bit(256)
    from unnest(
      ${stored.map(({ phash }) => phash)}::bigint[], ${stored.map(({ dhash }) => dhash)}::text[],
      ${stored.map(({ mirroredDhash }) => mirroredDhash)}::text[]
    ) with ordinality as h (phash, dhash, mirrored, at)`.execute(tx)
}

/** Inserts each pair once, the later photo first; photos of one listing are not a pair. */
export async function insertMatches(tx: Database, photoId: string, alike: string[]): Promise<void> {
  await sql`
    insert into photo_matches (photo_id, earlier_id)
    select i.id, e.id from product_images i
    join product_images e on e.id = any(${alike}::uuid[]) and e.product_id <> i.product_id
    where i.id = ${photoId}
    on conflict do nothing`.execute(tx)
}

export async function selectLikeness(tx: Database, uploadIds: string[]) {
  const { rows } = await sql<{ id: string; likeness: LikenessHash[] }>`
    select id, likeness from photo_uploads where id = any(${uploadIds}::uuid[])`.execute(tx)
  return rows
}

export interface ListedPhoto {
  photo_id: string
  product_id: string
  title: string
}

/** Photos of the listing that another unsold listing of the same seller also has. */
export async function selectListedBefore(db: Database, productId: string): Promise<ListedPhoto[]> {
  const { rows } = await sql<ListedPhoto>`
    select distinct on (i.id) i.id as photo_id, other.id as product_id, other.title
    from product_images i
    join products p on p.id = i.product_id
    join lateral (
      select earlier_id as id from photo_matches where photo_id = i.id
      union all
      select photo_id from photo_matches where earlier_id = i.id
    ) as alike on true
    join product_images o on o.id = alike.id
    join products other on other.id = o.product_id
    where i.product_id = ${productId} and other.id <> p.id and other.seller_id = p.seller_id
      and ${isOnSaleIn('other')}
    order by i.id, other.created_at desc`.execute(db)
  return rows
}

/** The seller's newest listing for sale with one of these photos. */
export async function selectOwnListingWith(db: Database, sellerId: string, photoIds: string[]) {
  const { rows } = await sql<Omit<ListedPhoto, 'photo_id'>>`
    select p.id as product_id, p.title from product_images i join products p on p.id = i.product_id
    where i.id = any(${photoIds}::uuid[]) and p.seller_id = ${sellerId} and ${isOnSaleIn('p')}
    order by p.created_at desc limit 1`.execute(db)
  return rows[0]
}

export interface LaterListing {
  product_id: string
  seller_id: string
  earlier_product_id: string
  /** Upload time of its newest photo that matches another seller's. */
  shared_since: string
  phone_verified: boolean
  member_days: number
  sold: number
}

/**
 * This listing and those with newer photos than its own, whose pages warn buyers that another seller uses a
 * photo.
 */
export async function selectLaterListings(tx: Database, productId: string): Promise<LaterListing[]> {
  const { rows } = await sql<LaterListing>`
    select distinct on (p.id) p.id as product_id, p.seller_id, e.product_id as earlier_product_id,
      max(i.created_at) over (partition by p.id) as shared_since, s.phone_verified,
      extract(epoch from now() - s.created_at)::float8 / 86400 as member_days, coalesce(f.sold, 0) as sold
    from photo_matches m
    join product_images i on i.id = m.photo_id
    join product_images e on e.id = m.earlier_id
    join products p on p.id = i.product_id
    join products other on other.id = e.product_id and other.seller_id <> p.seller_id
    join profiles s on s.id = p.seller_id
    left join seller_figures f on f.seller_id = p.seller_id
    where (m.photo_id in (select id from product_images where product_id = ${productId})
      or m.earlier_id in (select id from product_images where product_id = ${productId}))
      and p.shares_photo and ${isPublished} and ${isPublicIn('other')}
    order by p.id, e.created_at`.execute(tx)
  return rows
}
