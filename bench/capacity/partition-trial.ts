import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { markdownTable } from './markdown-table.ts'

const PARTITIONS = 8
const CONVERSATIONS = 50
const MESSAGES = 200

type Table = 'messages' | 'notifications'
/** `id` is a time as well: ids begin with theirs (UUID version 7). */
type By = 'time' | 'id' | 'owner'

/** Whose rows stay together, and which rules a table has that only its own unique indexes keep. */
const OWNER = { messages: 'conversation_id', notifications: 'user_id' } as const
const UNIQUE: Record<Table, string[]> = {
  messages: [
    '(id)',
    '(conversation_id, seq)',
    '(conversation_id, client_key)',
    '(image_url) where image_url is not null',
  ],
  notifications: ['(id)', "(user_id, action_url) where type = 'message'"],
}
const OTHER: Record<Table, string[]> = {
  messages: ['(id)', '(conversation_id, seq)', '(conversation_id, client_key)', '(sender_id)'],
  notifications: [
    '(id)',
    '(user_id, created_at desc, id desc)',
    '(user_id, action_url) include (in_app) where not read',
    '(push_at) where push_at is not null',
    '(mail_at) where mail_at is not null',
  ],
}

/** What is done all the time, as the files named write it. */
const STATEMENTS: Record<Table, [what: string, statement: string][]> = {
  messages: [
    [
      'the newest of a conversation (message-queries.ts)',
      'select * from messages m where m.conversation_id = OWNER and m.seq < 1000 order by m.seq desc limit 50',
    ],
    [
      'the same, were it bounded to three weeks',
      `select * from messages m where m.conversation_id = OWNER and m.seq < 1000
       and m.created_at > now() - interval '20 days' order by m.seq desc limit 50`,
    ],
    [
      'what follows the last one seen (message-queries.ts)',
      'select * from messages m where m.conversation_id = OWNER and m.seq > 190 order by m.seq limit 50',
    ],
    [
      'whether a key was sent already (add_message)',
      'select * from messages where conversation_id = OWNER and client_key = uuidv7()',
    ],
    [
      'what is read from now on (mark_conversation_read)',
      'update messages m set read = true where m.conversation_id = OWNER and m.seq > 190 and m.seq <= 200 and not m.read',
    ],
    [
      'the last of each of somebody’s conversations (inbox-queries.ts)',
      'select m.content from (values (OWNER, 200)) c (id, last_seq) left join messages m on m.conversation_id = c.id and m.seq = c.last_seq',
    ],
    ['one by its id (reactions, reports)', 'select * from messages m where m.id = ID'],
  ],
  notifications: [
    [
      'the newest of a person (reading-queries.ts)',
      'select * from notifications where user_id = OWNER and in_app order by created_at desc, id desc limit 20',
    ],
    [
      'the badge (reading-queries.ts)',
      'select count(*) from notifications where user_id = OWNER and in_app and not read',
    ],
    [
      'what is due to be pushed (notification-queries.ts)',
      'select id from notifications where push_at <= now() limit 100',
    ],
    [
      'one that is read (reading-queries.ts)',
      'update notifications set read = true where id = ID and user_id = OWNER',
    ],
  ],
}

const FILL: Record<Table, string> = {
  messages: `insert into messages (id, conversation_id, seq, client_key, content, created_at)
    select uuidv7(make_interval(days => n - ${MESSAGES})), c, n, uuidv7(), 'words', now() + make_interval(days => n - ${MESSAGES})
    from (select uuidv7() as c from generate_series(1, ${CONVERSATIONS})) o, generate_series(1, ${MESSAGES}) n`,
  notifications: `insert into notifications (id, user_id, type, content, read, action_url, in_app, created_at)
    select uuidv7(make_interval(days => n - ${MESSAGES})), c, 'other', 'words', n < ${MESSAGES - 2}, '/', true,
      now() + make_interval(days => n - ${MESSAGES})
    from (select uuidv7() as c from generate_series(1, ${CONVERSATIONS})) o, generate_series(1, ${MESSAGES}) n`,
}

const DAYS_OF_A_PARTITION = MESSAGES / PARTITIONS

/** For the id of a moment, its milliseconds in 48 bits. */
const idAt = (moment: string) =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

async function boundsOf(db: Database, by: By, part: number): Promise<string> {
  if (by === 'owner') return `with (modulus ${PARTITIONS}, remainder ${part})`
  const at = (days: number) => `now() - make_interval(days => ${Math.round(days)})`
  const ends = [
    at((PARTITIONS - part) * DAYS_OF_A_PARTITION),
    at((PARTITIONS - part - 1) * DAYS_OF_A_PARTITION - (part === PARTITIONS - 1 ? 1 : 0)),
  ]
  const [from, to] = by === 'id' ? ends.map(idAt) : ends
  const { rows } = await sql<{ bounds: string }>`
    select format('from (%L) to (%L)', ${sql.raw(from ?? '')}, ${sql.raw(to ?? '')}) as bounds`.execute(db)
  return rows[0]?.bounds ?? ''
}

/** In a schema of its own, which is looked through before the tables of the market. */
async function makeTable(db: Database, table: Table, by: By): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const key = { time: 'range (created_at)', id: 'range (id)', owner: `hash (${OWNER[table]})` }[by]
  await run('create schema trial')
  await run('set search_path = trial, public')
  await run(`create table trial.${table} (like public.${table} including defaults) partition by ${key}`)
  for (let part = 0; part < PARTITIONS; part += 1)
    await run(
      `create table trial.${table}_${part} partition of trial.${table} for values ${await boundsOf(db, by, part)}`,
    )
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: PlanNode[]
}

/** Partitions that were looked into, not those left out while planning or running. */
function looked({ Plans = [], ...node }: PlanNode): Set<string> {
  const own = node['Actual Loops'] !== 0 ? node['Relation Name'] : undefined
  return new Set([...(own?.match(/_\d+$/) ? [own] : []), ...Plans.flatMap((each) => [...looked(each)])])
}

export interface Trial {
  table: Table
  by: By
  /** Unique indexes that PostgreSQL refuses for tables partitioned so. */
  refused: string[]
  /** How many of the partitions each statement looks into. */
  looked: [what: string, count: number][]
}

async function refusedUnique(db: Database, table: Table): Promise<string[]> {
  const refused: string[] = []
  for (const columns of UNIQUE[table]) {
    try {
      await sql.raw(`create unique index on trial.${table} ${columns}`).execute(db)
    } catch (error) {
      if ((error as { code?: string }).code !== '0A000') throw error
      refused.push(columns)
    }
  }
  return refused
}

async function tryOne(db: Database, table: Table, by: By): Promise<Trial> {
  const run = (text: string) => sql.raw(text).execute(db)
  await makeTable(db, table, by)
  const refused = await refusedUnique(db, table)
  for (const columns of OTHER[table]) await run(`create index on trial.${table} ${columns}`)
  await run(FILL[table])
  await run(`analyze trial.${table}`)
  const owner = OWNER[table]
  const { rows } = await sql<{ id: string; owner: string }>`
    select id, ${sql.ref(owner)} as owner from ${sql.table(table)} limit 1`.execute(db)
  const counts: [string, number][] = []
  for (const [what, statement] of STATEMENTS[table]) {
    const filled = statement
      .replaceAll('OWNER', `'${rows[0]?.owner}'::uuid`)
      .replaceAll('ID', `'${rows[0]?.id}'::uuid`)
    const plan = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
      explain (analyze, format json) ${sql.raw(filled)}`.execute(db)
    counts.push([what, plan.rows[0] ? looked(plan.rows[0]['QUERY PLAN'][0].Plan).size : 0])
  }
  return { table, by, refused, looked: counts }
}

/** Parts messages and notifications in a scratch database, by time and by whose they are, and looks what prunes. */
export async function tryPartitions(db: Database): Promise<Trial[]> {
  const trials: Trial[] = []
  await db.connection().execute(async (connection) => {
    for (const table of ['messages', 'notifications'] as const)
      for (const by of ['time', 'id', 'owner'] as const) {
        trials.push(await tryOne(connection, table, by))
        await sql`drop schema trial cascade`.execute(connection)
      }
    await sql`reset search_path`.execute(connection)
  })
  return trials
}

const COLUMNS = ['time', 'id', 'owner'] as const

/** A line for each statement: into how many of the partitions it looks. */
export function trialTable(trials: Trial[], table: Table): string {
  const of = (by: By) => trials.find((trial) => trial.table === table && trial.by === by)
  const owner = OWNER[table].replace('_id', '')
  const head = ['statement', 'by `created_at`', 'by `id`', `by ${owner === 'user' ? 'person' : owner}`]
  const rows = STATEMENTS[table].map(([what], index) => [
    what,
    ...COLUMNS.map((by) => `${of(by)?.looked[index]?.[1]} of ${PARTITIONS}`),
  ])
  const rules = UNIQUE[table].map((columns) => [
    `unique ${columns}`,
    ...COLUMNS.map((by) => (of(by)?.refused.includes(columns) ? 'refused' : 'taken')),
  ])
  return markdownTable(head, [...rows, ...rules])
}
