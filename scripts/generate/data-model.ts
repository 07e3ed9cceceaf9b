import pg from 'pg'
import type { Generator } from './generator.ts'

/** The domain that writes each table. */
const TABLES: Record<string, string[]> = {
  accounts: [
    'accounts',
    'profiles',
    'sessions',
    'refresh_tokens',
    'account_identities',
    'recovery_codes',
    'phone_codes',
    'phone_sign_in_codes',
    'one_time_tokens',
    'notification_preferences',
    'contact_reveals',
    'seller_figures',
    'access_traces',
    'refused_words',
  ],
  catalog: ['categories', 'regions', 'places'],
  products: ['products', 'product_images', 'product_views', 'price_changes', 'market_words'],
  imei: ['product_imeis', 'stolen_phones'],
  photos: [
    'photo_uploads',
    'photo_hashes',
    'photo_likenesses',
    'photo_keypoints',
    'photos_to_describe',
    'upload_likenesses',
    'photo_matches',
  ],
  favourites: ['favourites'],
  blocks: ['blocks'],
  guard: ['guard_rules', 'guard_word_lists', 'guard_edited_lists', 'guard_false_alarms'],
  search: ['popular_searches'],
  'saved-searches': ['saved_searches', 'saved_search_matches'],
  conversations: [
    'conversations',
    'conversation_participants',
    'messages',
    'message_reactions',
    'held_messages',
  ],
  agreements: ['agreements', 'deal_figures'],
  reviews: ['product_reviews', 'buyer_reviews'],
  moderation: [
    'people',
    'identity_hashes',
    'product_holds',
    'hold_answers',
    'withheld_profiles',
    'withheld_reviews',
    'staff',
    'cases',
    'case_photos',
    'case_claims',
    'case_notes',
    'signals',
    'reports',
    'report_pictures',
    'outside_reporters',
    'decisions',
    'provisional_decisions',
    'appeals',
    'sanctions',
    'audit_entries',
  ],
  notifications: ['notifications', 'notification_types', 'push_subscriptions', 'push_keys'],
  support: ['contact_messages'],
  'personal-data': ['data_exports'],
  operations: ['week_figures', 'mail_log', 'site_notice'],
  platform: [
    'live_processes',
    'presences',
    'live_attachments',
    'outbox_messages',
    'rate_limits',
    'storage_token',
  ],
}

interface Column {
  table: string
  name: string
  type: string
  is_required: boolean
  is_key: boolean
}

interface Reference {
  table: string
  columns: string
  target: string
  is_required: boolean
  is_unique: boolean
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as is_required, coalesce(a.attnum = any (k.conkey), false) as is_key
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'schema\\_%'
  order by c.relname, a.attnum`

const REFERENCES = `
  select c.relname as table, t.relname as target, string_agg(a.attname, ', ' order by a.attnum) as columns,
    bool_and(a.attnotnull) as is_required,
    exists (
      select from pg_index i
      where i.indrelid = c.oid and i.indisunique and i.indpred is null
        and i.indkey::int2[] <@ f.conkey and f.conkey <@ i.indkey::int2[]
    ) as is_unique
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_class t on t.oid = f.confrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = any (f.conkey)
  where f.contype = 'f' and c.relnamespace = 'public'::regnamespace
  group by c.oid, c.relname, t.relname, f.conkey
  order by 1, 2, 3`

/** Mermaid accepts only words and brackets as a type. */
const toType = (type: string) =>
  type
    .replace(/^timestamp\(3\) with time zone/, 'timestamptz')
    .replaceAll(/\(([\d,]+)\)/g, (_, digits: string) => `_${digits.replaceAll(',', '_')}`)
    .replaceAll(' ', '_')

function toEntity(table: string, columns: Column[], references: Reference[]): string {
  const foreign = new Set(references.flatMap((reference) => reference.columns.split(', ')))
  const lines = columns.map(({ name, type, is_key: isKey, is_required: isRequired }) => {
    const keys = [isKey && 'PK', foreign.has(name) && 'FK'].filter(Boolean).join(', ')
    return ['   ', toType(type), name, keys, isRequired ? '' : '"or null"'].filter(Boolean).join(' ')
  })
  return `  ${table} {\n${lines.join('\n')}\n  }`
}

const toRelation = ({ table, target, columns, is_required: isRequired, is_unique: isUnique }: Reference) =>
  `  ${target} ${isRequired ? '||' : '|o'}--${isUnique ? 'o|' : 'o{'} ${table} : "${columns}"`

function toSection(domain: string, tables: string[], columns: Column[], references: Reference[]): string {
  const own = references.filter(({ table }) => tables.includes(table))
  const entities = tables.map((table) =>
    toEntity(
      table,
      columns.filter((column) => column.table === table),
      own.filter((reference) => reference.table === table),
    ),
  )
  const title = domain.replace(/^./, (initial) => initial.toUpperCase()).replaceAll('-', ' ')
  return `## ${title}\n\n\`\`\`mermaid\nerDiagram\n${[...entities, ...own.map(toRelation)].join('\n')}\n\`\`\``
}

function requireEveryTableOnce(columns: Column[]): void {
  const existing = [...new Set(columns.map(({ table }) => table))]
  const listed = Object.values(TABLES).flat()
  const problems = [
    ...existing.filter((table) => !listed.includes(table)).map((table) => `table ${table} has no domain`),
    ...listed.filter((table) => !existing.includes(table)).map((table) => `there is no table ${table}`),
  ]
  if (problems.length > 0) throw new Error(`scripts/generate/data-model.ts: ${problems.join('; ')}`)
}

/** The tables of each domain as diagrams. */
export const generateDataModel: Generator = async ({ migratedDatabase }) => {
  const client = new pg.Client({ connectionString: await migratedDatabase() })
  await client.connect()
  try {
    const { rows: columns } = await client.query<Column>(COLUMNS)
    const { rows: references } = await client.query<Reference>(REFERENCES)
    requireEveryTableOnce(columns)
    const sections = Object.entries(TABLES).map(([domain, tables]) =>
      toSection(domain, tables, columns, references),
    )
    const intro =
      'The tables of each domain, as they are in the database: `npm run generate` writes this page. Constraints, indexes and the reasons for them are in `server/<domain>/schema.sql` and in the migrations after it (`server/platform/db/migrations`). A line leads from a table to those that refer to it, with the name of the column that does. A row of `people` outlives its profile and account while data that protects others refers to it ([what and how long](security.md#what-outlives-an-account)). Jobs are in the schema `pgboss`, which belongs to the package [pg-boss](https://github.com/timgit/pg-boss).'
    return { 'docs/data-model.md': `# Data model\n\n${intro}\n\n${sections.join('\n\n')}\n` }
  } finally {
    await client.end()
  }
}
