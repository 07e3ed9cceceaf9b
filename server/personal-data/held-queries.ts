import type { Database } from '#server/platform/db/connect.ts'
import { HELD_OF_TALK } from './held-conversation-queries.ts'

/** What a table holds about a person, without secrets: hashes and keys are the site's, not theirs. */
type Rows = (db: Database, personId: string) => Promise<object[]>

const account: Rows = (db, id) =>
  db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'totp_enabled_at as two_factor_since', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .execute()

const identities: Rows = (db, id) =>
  db
    .selectFrom('account_identities')
    .select(['provider', 'subject', 'created_at'])
    .where('account_id', '=', id)
    .execute()

const profile: Rows = (db, id) => db.selectFrom('profiles').selectAll().where('id', '=', id).execute()

const sessions: Rows = (db, id) =>
  db
    .selectFrom('sessions')
    .select(['device_name', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', id)
    .orderBy('created_at')
    .execute()

const preferences: Rows = (db, id) =>
  db
    .selectFrom('notification_preferences')
    .select(['email', 'push', 'in_app_off', 'push_off', 'email_off', 'updated_at'])
    .where('account_id', '=', id)
    .execute()

const pushSubscriptions: Rows = (db, id) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['s.device_name', 'p.endpoint', 'p.created_at'])
    .where('p.user_id', '=', id)
    .orderBy('p.created_at')
    .execute()

const exports: Rows = (db, id) =>
  db
    .selectFrom('data_exports')
    .select(['status', 'requested_at', 'expires_at'])
    .where('account_id', '=', id)
    .orderBy('requested_at')
    .execute()

const products: Rows = (db, id) =>
  db
    .selectFrom('products')
    .select([
      'id',
      'title',
      'description',
      'price',
      'price_type',
      'category_id',
      'condition',
      'region',
      'location',
      'tags',
      'custom_fields',
      'status',
      'status_changed_at',
      'buyer_id',
      'created_at',
      'updated_at',
    ])
    .where('seller_id', '=', id)
    .orderBy('created_at')
    .execute()

const purchases: Rows = (db, id) =>
  db
    .selectFrom('products')
    .select(['id', 'title', 'price', 'seller_id', 'status', 'status_changed_at'])
    .where('buyer_id', '=', id)
    .orderBy('status_changed_at')
    .execute()

const productViews: Rows = (db, id) =>
  db
    .selectFrom('product_views as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.product_id', 'v.count'])
    .where('p.seller_id', '=', id)
    .orderBy('v.product_id')
    .execute()

const favourites: Rows = (db, id) =>
  db
    .selectFrom('favourites as f')
    .innerJoin('products as p', 'p.id', 'f.product_id')
    .select(['f.product_id', 'p.title as product', 'f.price_then', 'f.created_at'])
    .where('f.profile_id', '=', id)
    .orderBy('f.created_at')
    .execute()

const photoUploads: Rows = (db, id) =>
  db
    .selectFrom('photo_uploads')
    .select(['file_name', 'product_id', 'state', 'width', 'height', 'created_at'])
    .where('seller_id', '=', id)
    .orderBy('created_at')
    .execute()

const productImages: Rows = (db, id) => selectPhotos(db, id)

const reviews: Rows = (db, id) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select([
      'r.product_id',
      'p.title as product',
      'r.rating',
      'r.title',
      'r.comment',
      'r.reply',
      'r.written_title',
      'r.earned_by',
      'r.standing',
      'r.created_at',
      'r.edited_at',
    ])
    .where('r.reviewer_id', '=', id)
    .orderBy('r.created_at')
    .execute()

/** When they were last used from each device and address; the hashes are the site's. */
const accessTraces: Rows = (db, id) =>
  db
    .selectFrom('access_traces')
    .select(['kind', 'seen_at'])
    .where('account_id', '=', id)
    .orderBy('seen_at')
    .execute()

const contactReveals: Rows = (db, id) =>
  db
    .selectFrom('contact_reveals')
    .select(['seller_id', 'kind', 'created_at'])
    .where('viewer_id', '=', id)
    .orderBy('created_at')
    .execute()

const savedSearches: Rows = (db, id) =>
  db
    .selectFrom('saved_searches')
    .select(['query', 'alert', 'created_at'])
    .where('profile_id', '=', id)
    .orderBy('created_at')
    .execute()

const savedSearchMatches: Rows = (db, id) =>
  db
    .selectFrom('saved_search_matches as m')
    .innerJoin('saved_searches as s', 's.id', 'm.saved_search_id')
    .select(['s.query', 'm.product_id', 'm.matched_at', 'm.told_at'])
    .where('s.profile_id', '=', id)
    .orderBy('m.matched_at')
    .execute()

/** The tables of an export: each becomes a JSON file of its name. */
export const HELD = {
  accounts: account,
  account_identities: identities,
  profiles: profile,
  sessions,
  notification_preferences: preferences,
  push_subscriptions: pushSubscriptions,
  data_exports: exports,
  products,
  purchases,
  product_views: productViews,
  favourites,
  product_images: productImages,
  photo_uploads: photoUploads,
  product_reviews: reviews,
  contact_reveals: contactReveals,
  access_traces: accessTraces,
  saved_searches: savedSearches,
  saved_search_matches: savedSearchMatches,
  ...HELD_OF_TALK,
} satisfies Record<string, Rows>

/** Photos of the person's products: `image_url` is the common start of each one's files. */
export const selectPhotos = (db: Database, personId: string) =>
  db
    .selectFrom('product_images as i')
    .innerJoin('products as p', 'p.id', 'i.product_id')
    .select([
      'i.product_id',
      'i.position',
      'i.is_primary',
      'i.width',
      'i.height',
      'i.image_url',
      'i.file_name',
      'i.created_at',
    ])
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
