import { BUYER_CHIPS, DEAL_REVIEW_DAYS } from '#contract/agreements/buyer-chips.ts'
import { CONFIRMATION_HOURS, REASONS_ABOUT_OTHER } from '#contract/agreements/steps.ts'
import { SITE_SENTENCES, UNNAMED } from '#contract/agreements/texts.ts'
import { CLOSED_ACCOUNT, UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { FORMER_REGIONS } from '#contract/catalog/regions.ts'
import { CONVERSATION_PATH, PHOTO_MESSAGE } from '#contract/conversations/message-texts.ts'
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from '#contract/notifications/notification-types.ts'
import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { ENDED_AGREEMENTS_CHANNEL } from '#server/agreements/rules.ts'
import { TELLING_WORDS } from '#server/moderation/cases/queue/languages.ts'
import { KIND_TEXTS } from '#contract/moderation/cases/case-code.ts'
import { LEAST_HARM_RANK, REPORT_HARM_RANKS, SIGNAL_HARM_RANKS } from '#server/moderation/reports/rules.ts'
import { DESK_CHANNEL } from '#server/moderation/cases/rules.ts'
import { readSeed } from '#server/moderation/guard/seed-rules.ts'
import {
  MESSAGE_EXCERPT_MAX,
  NEW_ACCOUNT_DAYS,
  PRICE_LINES,
  STAFF_SEEN_DAYS,
} from '#server/conversations/rules.ts'
import { MAIL_DELAY_MINUTES, MESSAGE_PUSH_DELAY_SECONDS } from '#server/notifications/delays.ts'
import { type DomainSql, migrate } from '#server/platform/db/migrate.ts'
import { type PublicChange, PUBLIC_CHANGES_CHANNEL } from '#server/platform/http/pages/public-changes.ts'
import { SAME_TITLE_LIKENESS } from '#server/reviews/rules.ts'
import { SEARCH_KEYS } from '#server/saved-searches/search-keys.ts'

const guardSeed = readSeed()

/** Values shared by SQL functions and code, written as `:'name'` in the .sql files of the domains. */
const SQL_VALUES = {
  unknown_user: UNKNOWN_USER,
  closed_account: CLOSED_ACCOUNT,
  former_regions: FORMER_REGIONS,
  conversation_path: CONVERSATION_PATH,
  photo_message: PHOTO_MESSAGE,
  message_excerpt_max: MESSAGE_EXCERPT_MAX,
  new_account_days: NEW_ACCOUNT_DAYS,
  staff_seen_days: STAFF_SEEN_DAYS,
  price_line_days: PRICE_LINES.days,
  price_line_conversations: PRICE_LINES.conversations,
  price_lines_per_day: PRICE_LINES.perDay,
  confirmation_hours: CONFIRMATION_HOURS,
  reasons_about_other: REASONS_ABOUT_OTHER,
  ended_agreements_channel: ENDED_AGREEMENTS_CHANNEL,
  desk_channel: DESK_CHANNEL,
  ending_texts: SITE_SENTENCES,

  confirm_text: UNNAMED.confirm,
  cancel_text: UNNAMED.cancel,
  report_harm_ranks: REPORT_HARM_RANKS,
  signal_harm_ranks: SIGNAL_HARM_RANKS,
  least_harm_rank: LEAST_HARM_RANK,
  telling_words: TELLING_WORDS,
  kind_texts: KIND_TEXTS,
  same_title_likeness: SAME_TITLE_LIKENESS,
  deal_review_days: DEAL_REVIEW_DAYS,
  buyer_chips: BUYER_CHIPS,
  price_changes_time: STORAGE_TIMES.priceChanges,
  public_changes_channel: PUBLIC_CHANGES_CHANNEL,
  market_changed: 'market' satisfies PublicChange,
  pages_changed: 'pages' satisfies PublicChange,
  word_key: SEARCH_KEYS.word,
  category_key: SEARCH_KEYS.category,
  region_key: SEARCH_KEYS.region,
  any_key: SEARCH_KEYS.any,
  message_push_delay_seconds: MESSAGE_PUSH_DELAY_SECONDS,
  mail_delay_minutes: MAIL_DELAY_MINUTES,
  guard_word_lists: Object.entries(guardSeed.lists).map(([name, words]) => ({ name, words })),
  guard_rules: guardSeed.rules.map(({ reader, writer, comparesWallet, ...rule }) => ({
    ...rule,
    reader_text: reader,
    writer_text: writer,
    compares_wallet: comparesWallet,
  })),
  notification_types: NOTIFICATION_TYPE_NAMES.map((type) => {
    const { inApp, push, email } = NOTIFICATION_TYPES[type]
    return { type, in_app: inApp, push, email }
  }),
}

export const DOMAIN_SQL: DomainSql = {
  directory: import.meta.dirname,
  values: SQL_VALUES,
  // A table comes after the tables that it refers to, and after the functions whose results it stores.
  baseline: [
    'platform/schema.sql',
    'platform/jobs/schema.sql',
    'platform/db/functions.sql',
    'catalog/computed.sql',
    'search/computed.sql',
    'accounts/schema.sql',
    'access-traces/schema.sql',
    'catalog/schema.sql',
    'products/schema.sql',
    'search/schema.sql',
    'photos/schema.sql',
    'imei/schema.sql',
    'favourites/schema.sql',
    'reviews/schema.sql',
    'moderation/schema.sql',
    'blocks/schema.sql',
    'conversations/schema.sql',
    'moderation/guard/schema.sql',
    'saved-searches/schema.sql',
    'notifications/schema.sql',
    'sellers/schema.sql',
    'support/schema.sql',
    'personal-data/schema.sql',
    'moderation/administration/schema.sql',
  ],
}

/** Migrates the database at `url` to this version of the program; several processes may do so at once. */
export const prepareDatabase = (url: string, report?: (text: string) => void): Promise<string[]> =>
  migrate(url, { domains: DOMAIN_SQL, report })
