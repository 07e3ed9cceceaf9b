import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Likeness, StoredKeypoint } from '#server/platform/images/likeness/likeness.ts'
import { isOnSaleIn, isPublicIn, isPublished, isPublishedIn } from '#server/products/visibility.ts'

/**
 * Limit on the keypoints that are read for one key. Those of a fuller one have little in common, so the rest of it is
 * not worth reading.
 */
const KEY_MAX = 64
/** Different bits of two descriptors beside their keys. */
const REST_APART = 10
const PHOTOS_MAX = 100
/** Copied photos of a listing that moderators see. */
const COPIES_MAX = 20

export interface SeenKeypoint {
  /** Number of the photo. */
  photo: number
  /** Index of the sought keypoint. */
  sought: number
  key: number
  rest: number
  place: number
}

/** Stored keypoints that look like sought ones, of photos with at least two of them, from the index only. */
export async function selectSeen(db: Database, { sought }: Likeness): Promise<SeenKeypoint[]> {
  const { rows } = await sql<SeenKeypoint>`
    with seen as materialized (
      select k.photo, s.sought - 1 as sought, s.key, k.rest, k.place
      from (
        select * from unnest(
          ${sought.map(([key]) => key)}::int[], ${sought.map(([, rest]) => rest)}::int[]
        ) with ordinality as given (key, rest, sought)
        order by key
      ) as s
      cross join lateral (
        select photo, rest, place from photo_keypoints where key = s.key order by photo limit ${sql.lit(KEY_MAX)}
      ) as k
      where bit_count((k.rest # s.rest)::bit(32)) <= ${sql.lit(REST_APART)}
    )
    select * from seen where photo in (
      select photo from seen group by photo having min(sought) < max(sought)
      order by count(distinct sought) desc, photo limit ${sql.lit(PHOTOS_MAX)}
    )`.execute(db)
  return rows
}

export async function selectKeypoints(db: Database, photos: number[]) {
  const { rows } = await sql<{ number: number; photo_id: string; keypoints: number[] }>`
    select number, photo_id, keypoints from photo_likenesses where number = any(${photos}::int[])`.execute(db)
  return rows
}

/** A photo that is described already keeps its keypoints. */
export async function insertKeypoints(
  tx: Database,
  photoId: string,
  stored: StoredKeypoint[],
): Promise<void> {
  await sql`
    with described as (
      insert into photo_likenesses (photo_id, keypoints) values (${photoId}, ${stored.flat()}::int[])
      on conflict do nothing returning number
    )
    insert into photo_keypoints (key, rest, place, photo)
    select key, rest, place, number from described cross join unnest(
      ${stored.map(([key]) => key)}::int[], ${stored.map(([, rest]) => rest)}::int[],
      ${stored.map(([, , place]) => place)}::int[]
    ) as k (key, rest, place)`.execute(tx)
  await deleteToDescribe(tx, photoId)
}

const deleteToDescribe = (tx: Database, photoId: string) =>
  tx.deleteFrom('photos_to_describe').where('photo_id', '=', photoId).execute()

export const countAttempt = (db: Database, photoId: string) =>
  sql`update photos_to_describe set attempts = attempts + 1 where photo_id = ${photoId}`.execute(db)

/** Photos that were tried least, first. */
export const selectToDescribe = (db: Database, { most, attempts }: { most: number; attempts: number }) =>
  db
    .selectFrom('photos_to_describe as d')
    .innerJoin('product_images as i', 'i.id', 'd.photo_id')
    .select(['i.id', 'i.image_url'])
    .where('d.attempts', '<', attempts)
    .orderBy('d.attempts')
    .orderBy('d.photo_id')
    .limit(most)
    .execute()

/**
 * Inserts each pair once, the later photo first; photos of one listing are not a pair. What these photos were copied from
 * belongs to them, even if so many copies are nearer that a search compares no others.
 */
export async function insertMatches(tx: Database, photoId: string, alike: string[]): Promise<void> {
  await sql`
    insert into photo_matches (photo_id, earlier_id)
    select i.id, e.id from product_images i
    join product_images e on e.product_id <> i.product_id and (
      e.id = any(${alike}::uuid[])
      or e.id in (select earlier_id from photo_matches where photo_id = any(${alike}::uuid[]))
    )
    where i.id = ${photoId}
    on conflict do nothing`.execute(tx)
}

/** Keypoints of uploads; an earlier version prepared those that have none. */
export async function selectLikeness(tx: Database, uploadIds: string[]) {
  const { rows } = await sql<{ id: string; likeness: Likeness }>`
    select upload_id as id, likeness from upload_likenesses where upload_id = any(${uploadIds}::uuid[])`.execute(
    tx,
  )
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
  /** The other seller's listing that had the photo first. */
  first: { listing: string; title: string; seller: string }
  product_id: string
  seller_id: string
  /** Upload time of its newest photo that matches another seller's. */
  shared_since: string
  phone_verified: boolean
  member_days: number
  deals: number
}

/**
 * This listing and those with newer photos than its own, whose pages warn buyers that another seller uses a
 * photo.
 */
export async function selectLaterListings(tx: Database, productId: string): Promise<LaterListing[]> {
  const { rows } = await sql<LaterListing>`
    select distinct on (p.id)
      json_build_object('listing', other.id, 'title', other.title, 'seller', other.seller_id) as first,
      p.id as product_id, p.seller_id, max(i.created_at) over (partition by p.id) as shared_since, s.phone_verified,
      extract(epoch from now() - s.created_at)::float8 / 86400 as member_days, coalesce(d.deals, 0) as deals
    from photo_matches m
    join product_images i on i.id = m.photo_id
    join product_images e on e.id = m.earlier_id
    join products p on p.id = i.product_id
    join products other on other.id = e.product_id and other.seller_id <> p.seller_id
    join profiles s on s.id = p.seller_id
    left join deal_figures d on d.person_id = p.seller_id
    where (m.photo_id in (select id from product_images where product_id = ${productId})
      or m.earlier_id in (select id from product_images where product_id = ${productId}))
      and p.shares_photo and ${isPublished} and ${isPublicIn('other')}
    order by p.id, e.created_at`.execute(tx)
  return rows
}

type PhotoColumns = Record<'src' | 'thumbhash', string> & Record<'width' | 'height', number>

export interface CopiedPhoto {
  copy: PhotoColumns
  earlier: PhotoColumns
  title: string
  seller_id: string
  seller_name: string | null
  product_id: string
  is_public: boolean
  created_at: string
  /** When the copy was added. */
  added_at: string
}

const photoColumns = (photos: string) =>
  sql`json_build_object(
    'src', ${sql.ref(`${photos}.image_url`)}, 'width', coalesce(${sql.ref(`${photos}.width`)}, 0),
    'height', coalesce(${sql.ref(`${photos}.height`)}, 0), 'thumbhash', coalesce(${sql.ref(`${photos}.thumbhash`)}, '')
  )`

/**
 * Photos of a listing that another seller's listing had first, each with the earliest of these, unless the thing was
 * bought there. Nobody but its seller sees a draft.
 */
export async function selectCopies(db: Database, productId: string): Promise<CopiedPhoto[]> {
  const { rows } = await sql<CopiedPhoto>`
    select copy, earlier, title, seller_id, seller_name, product_id, is_public, created_at, added_at from (
      select distinct on (i.id) ${photoColumns('i')} as copy, ${photoColumns('e')} as earlier,
        other.title, other.seller_id, staff_name(other.seller_id) as seller_name, i.position,
        e.created_at, i.created_at as added_at, other.id as product_id, ${isPublicIn('other')} as is_public
      from product_images i
      join products p on p.id = i.product_id
      join photo_matches m on m.photo_id = i.id
      join product_images e on e.id = m.earlier_id
      join products other on other.id = e.product_id and other.seller_id <> p.seller_id
      where i.product_id = ${productId} and ${isPublishedIn('other')} and other.buyer_id is distinct from p.seller_id
      order by i.id, e.created_at
    ) as copies order by position limit ${sql.lit(COPIES_MAX)}`.execute(db)
  return rows
}
