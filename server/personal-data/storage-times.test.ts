import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { readConfig } from '#server/config/config.ts'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface StoredData {
  /** Tables of the database. */
  tables: string[]
  /** The times after which jobs delete it. */
  times?: (keyof typeof STORAGE_TIMES)[]
}

/** Rows of the privacy page, by their first words. A new table needs a row, or a place below. */
const STORED: Record<string, StoredData> = {
  'Your account and profile': {
    tables: [
      'accounts',
      'profiles',
      'account_identities',
      'recovery_codes',
      'notification_preferences',
      'seller_figures',
      'staff',
      'withheld_profiles',
    ],
    times: ['unconfirmedRegistrations'],
  },
  'Your logins': {
    tables: ['sessions', 'refresh_tokens', 'phone_codes', 'phone_sign_in_codes', 'one_time_tokens'],
  },
  'Your listings': {
    tables: [
      'products',
      'product_images',
      'product_views',
      'price_changes',
      'photo_uploads',
      'product_holds',
      'hold_answers',
    ],
    times: ['unusedPhotos', 'priceChanges'],
  },
  'Fingerprints of photos': {
    tables: [
      'photo_hashes',
      'photo_likenesses',
      'photo_keypoints',
      'photos_to_describe',
      'upload_likenesses',
      'photo_matches',
    ],
  },
  'IMEI numbers': { tables: ['product_imeis'] },
  'Phones you reported stolen': { tables: ['stolen_phones'], times: ['stolenPhones'] },
  'Favourites, saved searches': {
    tables: ['favourites', 'saved_searches', 'saved_search_matches', 'blocks'],
    times: ['savedSearchMatches'],
  },
  'Chats with their photos': {
    tables: [
      'conversations',
      'conversation_participants',
      'messages',
      'message_reactions',
      'held_messages',
      'guard_false_alarms',
      'agreements',
      'deal_figures',
    ],
  },
  'Reviews you wrote': { tables: ['product_reviews', 'buyer_reviews', 'withheld_reviews'] },
  Notifications: {
    tables: ['notifications'],
    times: ['readNotifications', 'notifications', 'unlistedNotifications'],
  },
  'Addresses for push': { tables: ['push_subscriptions'] },
  'A list of the e-mails': { tables: ['mail_log'], times: ['mailLog'] },
  'Scrambled marks of devices': { tables: ['access_traces'], times: ['accessTraces'] },
  'Who opened a phone number': { tables: ['contact_reveals'], times: ['contactReveals'] },
  'Whether you are online': { tables: ['presences'] },
  // A column of profiles.
  'When you were last online': { tables: [] },
  'Messages and other news': { tables: ['live_attachments'] },
  'Reports with their words': {
    tables: [
      'reports',
      'report_pictures',
      'outside_reporters',
      'cases',
      'case_photos',
      'case_claims',
      'case_notes',
    ],
    times: ['moderation'],
  },
  'Signs of fraud': { tables: ['signals'], times: ['moderation'] },
  'Decisions of moderators': {
    tables: ['decisions', 'provisional_decisions', 'appeals', 'sanctions', 'audit_entries'],
    times: ['moderation'],
  },
  'Scrambled marks of the e-mail addresses': { tables: ['people', 'identity_hashes'], times: ['moderation'] },
  'Words that led somebody': { tables: ['popular_searches'], times: ['popularSearches', 'rareSearches'] },
  'Messages to our support': { tables: ['contact_messages'], times: ['contactMessages'] },
  'A copy of your data': { tables: ['data_exports'] },
  'Counts against abuse': { tables: ['rate_limits'] },
  // Files outside the database.
  'Logs of requests': { tables: [] },
  // The queue's own tables are in another schema.
  'E-mails and other tasks': { tables: [] },
  'Backups of all this': { tables: [] },
}

const WITHOUT_PERSONAL_DATA = [
  'categories',
  'regions',
  'places',
  'market_words',
  'refused_words',
  'guard_rules',
  'guard_word_lists',
  'guard_edited_lists',
  'notification_types',
  'push_keys',
  'week_figures',
  'site_notice',
  'live_processes',
  'storage_token',
  // Used only on a developer's machine, in place of a mail server.
  'outbox_messages',
]

/** The rows of the table on the privacy page: what, and how long. */
function privacyRows(): [what: string, time: string][] {
  const [, table = ''] = read('legal/privacy.md').split('{#storage}')
  return table
    .split('\n')
    .map((line) => /^\| ([A-Z].*?) +\| (.*?) +\|$/.exec(line))
    .filter((found) => found !== null)
    .map(([, what = '', time = '']): [string, string] => [what, time])
    .filter(([what]) => what !== 'What')
}

const rowOf = (begin: string) => privacyRows().find(([what]) => what.startsWith(begin))

describe('the privacy page', () => {
  it('has a row for everything that is stored, and no other', () => {
    const begins = Object.keys(STORED)
    for (const begin of begins) expect(rowOf(begin), begin).toBeDefined()
    expect(privacyRows()).toHaveLength(begins.length)
  })

  it('covers every table of the data model', () => {
    const tables = [...read('docs/data-model.md').matchAll(/^ {2}(\w+) \{$/gm)].map(([, table = '']) => table)
    const covered = [...Object.values(STORED).flatMap((stored) => stored.tables), ...WITHOUT_PERSONAL_DATA]
    expect(covered.toSorted()).toEqual(tables.toSorted())
  })

  it('states the times after which jobs delete data', () => {
    for (const [begin, { times = [] }] of Object.entries(STORED))
      for (const time of times) expect(rowOf(begin)?.[1], time).toContain(STORAGE_TIMES[time])
    expect(new Set(Object.values(STORED).flatMap(({ times = [] }) => times))).toEqual(
      new Set(Object.keys(STORAGE_TIMES)),
    )
  })

  it('states the default number of days that backups are stored', () => {
    expect(rowOf('Backups')?.[1]).toBe(`${readConfig({}).backup.days} days`)
  })
})

describe('deletion', () => {
  const test = setUp(createTestDatabase)
  const sources = globSync('server/**/*.{ts,sql}', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts'))
  const queries = sources.filter((path) => path.endsWith('.ts')).map(read)

  it('reaches every table with personal data by a statement or by a foreign key', async () => {
    const statement = /(?:deleteFrom\('|delete from )(\w+)/g
    const deleted = new Set(
      sources.flatMap((path) => [...read(path).matchAll(statement)].map(([, table]) => table)),
    )
    const { rows } = await sql<{ name: string; parent: string }>`
      select conrelid::regclass::text as name, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and confdeltype = 'c'`.execute(test.db)
    const isDeleted = (table: string, seen: readonly string[] = []): boolean =>
      deleted.has(table) ||
      rows.some(
        ({ name, parent }) => name === table && !seen.includes(parent) && isDeleted(parent, [...seen, table]),
      )
    const personal = Object.values(STORED).flatMap(({ tables }) => tables)
    expect(personal.filter((table) => !isDeleted(table))).toEqual(['live_attachments'])
  })

  it('removes live events within a minute, by the timer of the socket adapter', () => {
    const adapter = 'node_modules/@socket.io/postgres-adapter/dist'
    expect(read(`${adapter}/adapter.js`)).toContain('cleanupInterval: 30000')
    expect(read(`${adapter}/util.js`)).toContain('DELETE FROM ${opts.tableName} WHERE created_at <')
    expect(read('server/platform/live/postgres-bus.ts')).not.toContain('cleanupInterval')
    expect(rowOf('Messages and other news')?.[1]).toBe('1 minute')
  })

  it('uses every storage time', () => {
    for (const time of Object.keys(STORAGE_TIMES))
      expect(
        queries.filter((text) => text.includes(`STORAGE_TIMES.${time}`)),
        time,
      ).not.toEqual([])
  })

  it('uses the same time for moderation in SQL', () => {
    const times = [...read('server/moderation/functions.sql').matchAll(/interval '(\d+ years?)'/g)]
    expect(times.length).toBeGreaterThan(0)
    for (const [, time] of times) expect(time).toBe(STORAGE_TIMES.moderation)
  })
})
