import type { Database } from '#server/db/connect.ts'

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
    .select(['email', 'push', 'updated_at'])
    .where('account_id', '=', id)
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
      'status',
      'created_at',
      'updated_at',
    ])
    .where('seller_id', '=', id)
    .orderBy('created_at')
    .execute()

const productImages: Rows = (db, id) => selectPhotos(db, id)

const reviews: Rows = (db, id) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.product_id', 'p.title as product', 'r.rating', 'r.title', 'r.comment', 'r.created_at'])
    .where('r.reviewer_id', '=', id)
    .orderBy('r.created_at')
    .execute()

const contactReveals: Rows = (db, id) =>
  db
    .selectFrom('contact_reveals')
    .select(['seller_id', 'kind', 'created_at'])
    .where('viewer_id', '=', id)
    .orderBy('created_at')
    .execute()

/** The tables of an export: each becomes a JSON file of its name. */
export const HELD: Record<string, Rows> = {
  accounts: account,
  account_identities: identities,
  profiles: profile,
  sessions,
  notification_preferences: preferences,
  data_exports: exports,
  products,
  product_images: productImages,
  product_reviews: reviews,
  contact_reveals: contactReveals,
}

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
      'i.created_at',
    ])
    .where('p.seller_id', '=', personId)
    .orderBy('i.product_id')
    .orderBy('i.position')
    .execute()

export async function selectAvatar(db: Database, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('profiles')
    .select('avatar_url')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.avatar_url ?? null
}
