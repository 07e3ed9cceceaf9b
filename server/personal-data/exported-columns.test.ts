import { expect, it } from 'vitest'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertDeal } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'
import { EXPORTED_DATA } from './exported-queries.ts'
import type { ExportedRows } from './exported-table.ts'

const database = setUp(createTestDatabase)

/**
 * Every column that an export contains. A new column fails here until somebody decides: personal data is listed here,
 * secrets and technical data are withheld in the exported-*-queries.ts files.
 */
const EXPORTED = {
  accounts: 'email, email_verified_at, phone, phone_proved_at, phone_waits_since, created_at, updated_at',
  account_identities: 'provider, subject, created_at',
  profiles:
    'id, full_name, username, avatar_url, bio, location, website, email, phone, phone_verified, email_visibility, phone_visibility, website_visibility, created_at, updated_at, last_seen_at, shows_presence',
  sessions: 'device_name, created_at, last_used_at, expires_at',
  notification_preferences: 'email, push, in_app_off, push_off, email_off, updated_at',
  mail_log: 'kind, masked_address, created_at',
  push_subscriptions: 'endpoint, created_at',
  data_exports: 'status, requested_at, expires_at',
  products:
    'id, title, description, price, price_type, category_id, condition, region, location, tags, custom_fields, attributes, status, status_before_hold, status_changed_at, buyer_id, created_at, updated_at, shares_photo, fell_from, fell_at',
  product_views: 'product_id, count',
  price_changes: 'product_id, price_from, price_to, became_another_thing, changed_at',
  favourites: 'product_id, price_then, created_at',
  product_images: 'product_id, position, is_primary, width, height, image_url, file_name, created_at',
  product_imeis: 'product_id, created_at',
  stolen_phones: 'police_report, created_at',
  photo_uploads: 'file_name, product_id, state, width, height, created_at',
  product_reviews:
    'product_id, rating, title, comment, reply, written_title, earned_by, standing, created_at, edited_at, waits_until, removed_at',
  buyer_reviews: 'buyer_id, seller_id, rating, chips, words, created_at, edited_at, waits_until, removed_at',
  seller_figures: 'rating, reviews, reviewers, sold, reply_minutes, reply_rate',
  blocks: 'blocked_id, created_at',
  contact_reveals: 'seller_id, kind, created_at',
  access_traces: 'kind, seen_at',
  saved_searches: 'query, alert, created_at',
  saved_search_matches: 'product_id, matched_at, told_at',
  conversations: 'id, product_id, product_title, last_seq, created_at, updated_at',
  conversation_participants: 'conversation_id, read_seq, unread_count, updated_at',
  messages: 'conversation_id, seq, content, price_from, price_to, step, read, created_at',
  deal_figures: 'deals, partners, kept, agreed',
  agreements:
    'conversation_id, product_id, price, is_buyers_offer, is_reservation, state, outcome, due, is_kept_longer, is_coming, meeting_at, meeting_place, meeting_by, is_meeting_confirmed, reminded_at, has_lapsed, confirmed_by, ended_by, reason, agreed_at, created_at, changed_at, ended_at, reviews_shown_at',
  held_messages: 'conversation_id, content, state, words, created_at',
  guard_false_alarms: 'message_id, created_at',
  message_reactions: 'reaction, created_at',
  notifications: 'type, content, read, action_url, created_at, emailed_at, deleted_at',
  product_holds: 'product_id, cause, created_at, until',
  hold_answers: 'product_id, words, created_at',
  reports: 'target_kind, target_id, reason, words, outcome, created_at, decided_at',
  report_pictures: 'report_id, position, image_url, width, height, created_at',
  outside_reporters: 'report_id, role, name, email',
  decisions: 'id, target_kind, target_id, action, rule, words, until, created_at',
  appeals: 'decision_id, words, outcome, outcome_words, decided_at, created_at',
  sanctions: 'kind, until, created_at',
  staff: 'role, granted_at',
  audit_entries: 'action, target_kind, target_id, created_at',
  contact_messages: 'first_name, last_name, email, subject, message, created_at',
}

it('an export contains exactly the reviewed columns', async () => {
  const tables = Object.values<ExportedRows>(EXPORTED_DATA).flatMap(({ table, exportedColumns }) =>
    table && exportedColumns ? [{ table, exportedColumns }] : [],
  )
  const exported = await Promise.all(
    tables.map(async ({ table, exportedColumns }) => [
      table,
      (await exportedColumns(database.db)).toSorted().join(', '),
    ]),
  )
  const expected = Object.entries(EXPORTED).map(([table, names]) => [
    table,
    names.split(', ').toSorted().join(', '),
  ])
  expect(Object.fromEntries(exported)).toEqual(Object.fromEntries(expected))
})

it('an export contains the reviews of its person as a buyer once they are shown', async () => {
  const { db } = database
  const [sellerId, buyerId] = [PEOPLE.ama.id, PEOPLE.kofi.id]
  await db
    .insertInto('profiles')
    .values([{ id: sellerId }, { id: buyerId }])
    .execute()
  const productId = await insertProduct(db)
  const people: [string, string] = [sellerId, buyerId]
  const conversationId = await insertConversation(db, { productId, people, senders: [] })
  const id = await insertDeal(db, { conversationId, productId, sellerId, buyerId })
  const review = { id, seller_id: sellerId, buyer_id: buyerId, rating: 5, words: 'Friendly.', counts: true }
  await db.insertInto('buyer_reviews').values(review).execute()
  const rowsOf = (person: string) => EXPORTED_DATA.buyer_reviews.rowsOf(db, person)
  expect([(await rowsOf(sellerId)).length, await rowsOf(buyerId)]).toEqual([1, []])
  await db.updateTable('buyer_reviews').set({ waits_until: null }).execute()
  expect(await rowsOf(buyerId)).toMatchObject([{ rating: 5, words: 'Friendly.' }])
})
