import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { type Insertable, sql } from 'kysely'
import type { WeekFigureName } from '#contract/moderation/administration/figures.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import type { WeekFigures } from '#server/platform/db/schema.ts'
import { isPublished } from '#server/products/visibility.ts'

type Counts = Record<WeekFigureName, number | null>

const inWindow = (column: string) => sql`${sql.ref(column)} >= w.starts and ${sql.ref(column)} < w.ends`

/**
 * Counts the last seven days, then the seven before. An index-only scan of new rows is enough for each count.
 */
export async function countWeeks(db: Database): Promise<[Counts, Counts]> {
  const { rows } = await sql<Counts>`
    with windows as (
      select now() - interval '7 days' as starts, now() as ends
      union all select now() - interval '14 days', now() - interval '7 days'
    )
    select
      (select count(*)::int from profiles where ${inWindow('created_at')}) as people,
      (select count(*)::int from products p where ${inWindow('p.created_at')} and ${isPublished}) as listings,
      (select count(*)::int from conversations where ${inWindow('created_at')}) as conversations,
      (select count(*)::int from messages where ${inWindow('created_at')}) as messages,
      (select count(*)::int from products where status = 'sold' and ${inWindow('status_changed_at')}) as sold,
      (select count(*)::int from reports where ${inWindow('created_at')}) as reports,
      (select count(*)::int from decisions where ${inWindow('created_at')}) as decisions,
      (select round((percentile_cont(0.5) within group (
        order by extract(epoch from decided_at - opened_at) / 3600
      ))::numeric, 1)::float8 from cases where ${inWindow('decided_at')}) as "medianHours",
      (select count(distinct product_id)::int from product_holds where ${inWindow('created_at')}) as holds,
      (select count(*)::int from appeals where ${inWindow('created_at')}) as appeals
    from windows w order by w.starts desc`.execute(db)
  const [thisWeek, weekBefore] = rows
  if (!thisWeek || !weekBefore) throw new Error('The query of the week returned fewer than two rows')
  return [thisWeek, weekBefore]
}

export async function replaceWeekFigures(tx: Database, figures: readonly Insertable<WeekFigures>[]) {
  await tx.deleteFrom('week_figures').execute()
  await tx
    .insertInto('week_figures')
    .values([...figures])
    .execute()
}

export const selectWeekFigures = (db: Database) =>
  db.selectFrom('week_figures').select(['name', 'this_week', 'week_before', 'counted_at']).execute()

export async function selectMails(db: Database, after: NewestCursor | null, limit: number) {
  const onwards = after
    ? sql`where (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{
    id: string
    kind: string
    person_id: string | null
    person_name: string | null
    masked_address: string
    failure: string | null
    created_at: string
  }>`
    select m.*, coalesce(nullif(p.full_name, ''), p.username) as person_name
    from (select * from mail_log ${onwards} order by created_at desc, id desc limit ${sql.lit(limit)}) as m
    left join profiles p on p.id = m.person_id
    order by m.created_at desc, m.id desc`.execute(db)
  return rows
}

export const deleteOldMails = (db: Database) =>
  db
    .deleteFrom('mail_log')
    .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.mailLog}::interval`)
    .execute()

/** Returns undefined if the person has no account. */
export const selectPersonName = (db: Database, id: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('accounts as a', 'a.id', 'p.id')
    .select(sql<string>`coalesce(nullif(p.full_name, ''), p.username, 'Unknown')`.as('name'))
    .where('p.id', '=', id)
    .executeTakeFirst()
