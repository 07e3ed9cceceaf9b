import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { WordLists } from './engine.ts'
import { type RuleForm, RULES_CHANNEL } from './rules.ts'

/** All rules, including switched-off ones, because older messages still show their warnings. */
export const selectRules = (db: Database) => db.selectFrom('guard_rules').selectAll().orderBy('id').execute()

export type RuleRow = Awaited<ReturnType<typeof selectRules>>[number]

export async function selectWordLists(db: Database): Promise<WordLists> {
  const rows = await selectListRows(db)
  return Object.fromEntries(rows.map(({ name, words }) => [name, words]))
}

/** Lists with the time of the last edit, null for those that are as the program brought them. */
export const selectListRows = (db: Database) =>
  db
    .selectFrom('guard_word_lists as list')
    .leftJoin('guard_edited_lists as edited', 'edited.name', 'list.name')
    .select(['list.name', 'list.words', 'edited.edited_at'])
    .orderBy('list.name')
    .execute()

/** Returns the list's words, which nobody else changes until the transaction ends; undefined if there is no such list. */
export async function lockWordList(tx: Database, name: string): Promise<string[] | undefined> {
  const row = await tx
    .selectFrom('guard_word_lists')
    .select('words')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row?.words
}

/** Newer versions of the program leave the list alone from now on. */
export async function updateWordList(tx: Database, name: string, words: readonly string[]): Promise<void> {
  await tx
    .updateTable('guard_word_lists')
    .set({ words: [...words] })
    .where('name', '=', name)
    .execute()
  await tx
    .insertInto('guard_edited_lists')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ edited_at: sql<string>`now()` }))
    .execute()
}

/** Counts once for each person and message; returns false if the person was not warned of the message. */
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

/** How often each rule matched a message, and how often a reader reported a false alarm. */
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

/** Returns undefined if the name is taken. */
export async function insertRule(tx: Database, form: RuleForm): Promise<number | undefined> {
  const row = await tx
    .insertInto('guard_rules')
    .values({ name: form.name, ...columnsOf(form) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns the rule's name, or undefined if there is no such rule. */
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
