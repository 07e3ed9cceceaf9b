import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { WordLists } from './engine.ts'
import { type RuleForm, RULES_CHANNEL } from './rules.ts'

/** All of them: of those that are switched off, messages still have what they said. */
export const selectRules = (db: Database) => db.selectFrom('guard_rules').selectAll().orderBy('id').execute()

export type RuleRow = Awaited<ReturnType<typeof selectRules>>[number]

export async function selectWordLists(db: Database): Promise<WordLists> {
  const rows = await db.selectFrom('guard_word_lists').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, words }) => [name, words]))
}

/** Counted once for each person and message; false where the message is not one that the person was warned of. */
export async function insertFalseAlarm(
  db: Database,
  { messageId, personId }: { messageId: string; personId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with warned as (
      select m.id from messages m
      join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = ${personId}
      where m.id = ${messageId} and m.warnings is not null and m.sender_id is distinct from ${personId}
    ), added as (
      insert into guard_false_alarms (message_id, person_id) select id, ${personId} from warned
      on conflict do nothing
    )
    select id from warned`.execute(db)
  return rows.length > 0
}

/** How often each rule saw something in a message, and how often a reader said that it was no trick. */
export async function selectRuleCounts(db: Database) {
  const { rows } = await sql<{ id: number; hits: number; false_alarms: number }>`
    select rule as id, count(*)::int as hits, count(a.message_id)::int as false_alarms
    from messages m cross join unnest(m.warnings) rule
    left join guard_false_alarms a on a.message_id = m.id
    where m.warnings is not null group by rule`.execute(db)
  return rows
}

const columnsOf = (form: Omit<RuleForm, 'name'>) => ({
  language: form.language,
  audience: form.audience,
  severity: form.severity,
  reader_text: form.readerText,
  writer_text: form.writerText,
  patterns: form.patterns,
  exclusions: form.exclusions,
  is_live: form.isLive,
  edited_at: sql<string>`now()`,
})

/** Undefined where the name is taken. */
export async function insertRule(tx: Database, form: RuleForm): Promise<number | undefined> {
  const row = await tx
    .insertInto('guard_rules')
    .values({ name: form.name, ...columnsOf(form) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Its name; undefined where there is none. */
export async function updateRule(tx: Database, id: number, form: Omit<RuleForm, 'name'>) {
  const row = await tx
    .updateTable('guard_rules')
    .set(columnsOf(form))
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export const notifyRulesChanged = (tx: Database) => sql`select pg_notify(${RULES_CHANNEL}, '')`.execute(tx)
