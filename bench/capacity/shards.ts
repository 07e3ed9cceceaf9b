import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { markdownTable } from './markdown-table.ts'

/** Tables of a group are partitioned by the same thing, so that rows of one value lie on one node. */
type Group = 'listing' | 'person' | 'conversation'
export interface Partitioned {
  group: Group
  column: string
}

const partitioned = (group: Group, column: string): Partitioned => ({ group, column })

/**
 * What would be partitioned in a distributed PostgreSQL, and by what. Listings by region: children get a `region` of their own,
 * which they have not today. What is not named lies on every node (`reference`) or stays on the coordinator.
 */
export const PLAN: Record<string, Partitioned | 'reference'> = {
  products: partitioned('listing', 'region'),
  product_images: partitioned('listing', 'region'),
  product_reviews: partitioned('listing', 'region'),
  product_views: partitioned('listing', 'region'),
  product_holds: partitioned('listing', 'region'),
  hold_answers: partitioned('listing', 'region'),
  product_imeis: partitioned('listing', 'region'),
  photo_hashes: partitioned('listing', 'region'),
  photo_matches: partitioned('listing', 'region'),
  photo_uploads: partitioned('person', 'seller_id'),
  saved_search_matches: partitioned('listing', 'region'),
  conversations: partitioned('conversation', 'id'),
  conversation_participants: partitioned('conversation', 'conversation_id'),
  messages: partitioned('conversation', 'conversation_id'),
  held_messages: partitioned('conversation', 'conversation_id'),
  message_reactions: partitioned('conversation', 'conversation_id'),
  profiles: partitioned('person', 'id'),
  accounts: partitioned('person', 'id'),
  sessions: partitioned('person', 'account_id'),
  refresh_tokens: partitioned('person', 'account_id'),
  notifications: partitioned('person', 'user_id'),
  push_subscriptions: partitioned('person', 'user_id'),
  favourites: partitioned('person', 'profile_id'),
  saved_searches: partitioned('person', 'profile_id'),
  blocks: partitioned('person', 'blocker_id'),
  seller_figures: partitioned('person', 'seller_id'),
  regions: 'reference',
  places: 'reference',
  categories: 'reference',
  notification_types: 'reference',
}

interface Constraint {
  table: string
  kind: 'unique' | 'foreign'
  name: string
  columns: string[]
  /** Of a foreign key. */
  target: string | null
  target_columns: string[]
  /** What becomes of the row when its target goes: 'n' is set null. */
  on_delete: string
}

export interface Crossing {
  table: string
  what: string
  why:
    | 'without the column it is partitioned by'
    | 'of another group'
    | 'to a table of the coordinator'
    | 'from a reference table'
}

async function selectConstraints(db: Database): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    with names as (
      select attrelid, attnum, attname::text from pg_attribute where attnum > 0
    )
    select c.conrelid::regclass::text as "table", 'foreign' as kind, c.conname::text as name,
      array(select attname from unnest(c.conkey) with ordinality k (n, i)
        join names on attrelid = c.conrelid and attnum = n order by i) as columns,
      c.confrelid::regclass::text as target,
      array(select attname from unnest(c.confkey) with ordinality k (n, i)
        join names on attrelid = c.confrelid and attnum = n order by i) as target_columns,
      c.confdeltype::text as on_delete
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    union all
    select i.indrelid::regclass::text, 'unique', i.indexrelid::regclass::text,
      array(select coalesce((select attname from names where attrelid = i.indrelid and attnum = n), 'expression')
        from unnest(i.indkey::int[]) with ordinality k (n, at) where at <= i.indnkeyatts order by at),
      null, array[]::text[], ''
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    order by 1, 2, 3`.execute(db)
  return rows
}

type Plan = Record<string, Partitioned | 'reference'>
type Checked = Omit<Constraint, 'name' | 'on_delete'>

function reasonOfUnique({ columns }: Checked, own: Plan[string] | undefined): Crossing['why'] | undefined {
  const isAllowed = typeof own !== 'object' || columns.includes(own.column)
  return isAllowed ? undefined : 'without the column it is partitioned by'
}

function reasonOfForeign(key: Checked, own: Partitioned, other: Partitioned): Crossing['why'] | undefined {
  if (own.group !== other.group) return 'of another group'
  const isWithin = key.columns.some(
    (column, index) => column === own.column && key.target_columns[index] === other.column,
  )
  return isWithin ? undefined : 'without the column it is partitioned by'
}

function reasonOf(key: Checked, plan: Plan): Crossing['why'] | undefined {
  const own = plan[key.table]
  const other = plan[key.target ?? '']
  if (key.kind === 'unique') return reasonOfUnique(key, own)
  if (own === undefined) return typeof other === 'object' ? 'of another group' : undefined
  if (other === 'reference') return undefined
  if (own === 'reference') return 'from a reference table'
  return other === undefined ? 'to a table of the coordinator' : reasonOfForeign(key, own, other)
}

/**
 * By Citus' rules a unique index has the column that partitions its table, and a foreign key stays within a group and has
 * that column on both sides, or leads to a reference table.
 */
export function crossingOf(key: Checked, plan: Plan = PLAN): Crossing | undefined {
  const why = reasonOf(key, plan)
  const { table, kind, columns, target } = key
  const what = `${kind === 'unique' ? 'unique' : `to ${target}`} (${columns.join(', ')})`
  return why && { table, what, why }
}

/** Unique indexes and foreign keys of the catalogue that cannot stay as they are. */
export async function findCrossings(db: Database): Promise<{ all: number; crossings: Crossing[] }> {
  const constraints = await selectConstraints(db)
  return { all: constraints.length, crossings: constraints.flatMap((each) => crossingOf(each) ?? []) }
}

/** How many of each kind there are in each group. */
export function crossingTable(crossings: Crossing[]): string {
  const groups = ['listing', 'person', 'conversation'] as const
  const reasons = [...new Set(crossings.map(({ why }) => why))].toSorted()
  const groupOf = (table: string) => {
    const plan = PLAN[table]
    return typeof plan === 'object' ? plan.group : undefined
  }
  const count = (why: string, group: string | undefined) =>
    String(crossings.filter((crossing) => crossing.why === why && groupOf(crossing.table) === group).length)
  const head = ['a unique index or foreign key', ...groups, 'not partitioned']
  return markdownTable(
    head,
    reasons.map((why) => [why, ...groups.map((group) => count(why, group)), count(why, undefined)]),
  )
}
