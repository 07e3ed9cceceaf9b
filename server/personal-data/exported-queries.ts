import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { EXPORTED_CONVERSATION_DATA } from './exported-conversation-queries.ts'
import { EXPORTED_MODERATION_DATA } from './exported-moderation-queries.ts'
import { by, exportedTables, type ExportedRows } from './exported-table.ts'

const productTitle = sql`(select title from products where id = t.product_id) as product`

const ofOwnProduct = (personId: string) =>
  sql`t.product_id in (select id from products where seller_id = ${personId})`

/** Other people's listings that the person bought, with only these columns. */
const purchases: ExportedRows = {
  rowsOf: (db, id) =>
    db
      .selectFrom('products')
      .select(['id', 'title', 'price', 'seller_id', 'status', 'status_changed_at'])
      .where('buyer_id', '=', id)
      .orderBy('status_changed_at')
      .execute(),
}

/** The tables of an export. Each becomes a JSON file of its name. */
export const EXPORTED_DATA = {
  ...exportedTables({
    accounts: {
      whose: by('id'),
      withheld: [
        'id',
        'device_epoch',
        'mailbox_hash',
        'password_hash',
        'totp_enabled_at',
        'totp_last_step',
        'totp_secret',
        'totp_started_at',
      ],
      also: () => sql`t.totp_enabled_at as two_factor_since`,
    },
    account_identities: { whose: by('account_id'), withheld: ['account_id'] },
    profiles: { whose: by('id'), withheld: [] },
    sessions: {
      whose: by('account_id'),
      withheld: ['id', 'account_id', 'is_first', 'reauthenticated_at', 'recovery_until', 'second_step_at'],
    },
    notification_preferences: { whose: by('account_id'), withheld: ['account_id'], order: sql`t.updated_at` },
    mail_log: { whose: by('person_id'), withheld: ['id', 'person_id', 'failure'] },
    push_subscriptions: {
      whose: by('user_id'),
      withheld: ['id', 'user_id', 'session_id', 'auth', 'p256dh'],
      also: () => sql`(select device_name from sessions where id = t.session_id) as device_name`,
    },
    data_exports: { whose: by('account_id'), withheld: ['id', 'account_id'], order: sql`t.requested_at` },
    products: {
      whose: by('seller_id'),
      withheld: [
        'seller_id',
        'client_key',
        'version',
        'is_sold',
        'place_id',
        'place_ids',
        'location_terms',
        'search',
        'search_words',
        'search_version',
      ],
    },
  }),
  purchases,
  ...exportedTables({
    product_views: { whose: ofOwnProduct, withheld: [], order: sql`t.product_id` },
    price_changes: { whose: ofOwnProduct, withheld: ['id'], order: sql`t.product_id, t.changed_at` },
    favourites: {
      whose: by('profile_id'),
      withheld: ['profile_id', 'price_told', 'sold_told_at'],
      also: () => productTitle,
    },
    /** Shows that there is an IMEI; the hash is the site's. */
    product_imeis: { whose: ofOwnProduct, withheld: ['imei_hash'], order: sql`t.product_id` },
    stolen_phones: { whose: by('reporter_id'), withheld: ['id', 'imei_hash', 'reporter_id'] },
    product_images: {
      whose: ofOwnProduct,
      withheld: ['id', 'client_key', 'codes', 'dhash', 'thumbhash'],
      order: sql`t.product_id, t.position`,
    },
    photo_uploads: {
      whose: by('seller_id'),
      withheld: [
        'id',
        'seller_id',
        'client_key',
        'attempt',
        'codes',
        'dhash',
        'image_url',
        'likeness',
        'position',
        'refusal',
        'replaces_id',
        'thumbhash',
        'updated_at',
      ],
    },
    product_reviews: {
      whose: by('reviewer_id'),
      withheld: [
        'id',
        'reviewer_id',
        'reviewer_mailbox',
        'shares_access',
        'is_earned',
        'is_left_behind',
        'written_category',
        'replied_at',
      ],
      also: () => productTitle,
    },
    /** What the person wrote about buyers, and what sellers wrote about the person, once everybody can read it. */
    buyer_reviews: {
      whose: (id) => sql`t.seller_id = ${id} or t.buyer_id = ${id} and t.is_shown`,
      withheld: ['id', 'counts', 'is_withheld', 'is_shown'],
    },
    seller_figures: { whose: by('seller_id'), withheld: ['seller_id'], order: sql`t.seller_id` },
    /** People whom the person has blocked, but not those who blocked the person. */
    blocks: { whose: by('blocker_id'), withheld: ['blocker_id'] },
    contact_reveals: { whose: by('viewer_id'), withheld: ['id', 'viewer_id'] },
    /** The last use from each device and address; the hashes are the site's. */
    access_traces: { whose: by('account_id'), withheld: ['account_id', 'hash'], order: sql`t.seen_at` },
    saved_searches: {
      whose: by('profile_id'),
      // These are computed from the query.
      withheld: [
        'id',
        'profile_id',
        'keys',
        'words',
        'category_id',
        'place_ids',
        'regions',
        'location_query',
        'search_version',
        'choices',
        'attribute_ranges',
      ],
    },
    saved_search_matches: {
      whose: (id) => sql`t.saved_search_id in (select id from saved_searches where profile_id = ${id})`,
      withheld: ['saved_search_id', 'at_once'],
      also: () => sql`(select query from saved_searches where id = t.saved_search_id) as query`,
      order: sql`t.matched_at`,
    },
  }),
  ...EXPORTED_MODERATION_DATA,
  ...EXPORTED_CONVERSATION_DATA,
}

/** Photos of the person's products; `image_url` is the common prefix of each photo's files. */
export const selectPhotos = (db: Database, personId: string) =>
  db
    .selectFrom('product_images as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select(['i.product_id', 'i.position', 'i.image_url'])
    .where('p.seller_id', '=', personId)
    .orderBy('i.product_id')
    .orderBy('i.position')
    .execute()

/** Prepared photos that belong to no listing yet. */
export const selectLoosePhotos = (db: Database, personId: string) =>
  db
    .selectFrom('photo_uploads')
    .select('image_url')
    .where('seller_id', '=', personId)
    .where('product_id', 'is', null)
    .where('state', '=', 'ready')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function selectAvatar(db: Database, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('profiles')
    .select('avatar_url')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.avatar_url ?? null
}
