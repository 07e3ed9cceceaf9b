import { type RawBuilder, sql } from 'kysely'
import type { ListingLine, PersonLine } from '#contract/moderation/cases/people.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isInSearchIndex, isOnSale, isPublished } from '#server/products/visibility.ts'

const joinCurrentSanction = (person: string) =>
  sql.raw(`left join sanctions x on x.person_id = ${person}.id and (x.until is null or x.until > now())`)

export async function selectSubject(db: Database, id: string) {
  const { rows } = await sql<{
    id: string
    name: string | null
    memberSince: string | null
    leftAt: string | null
    phoneVerified: boolean
    emailVerified: boolean
    listings: number
    deals: number
    rating: string | null
    reportsUpheld: number
    reports: number
    isStaff: boolean
    sanction: 'limited' | 'suspended' | 'banned' | null
    until: string | null
  }>`
    select person.id, staff_name(p.id) as name,
      p.created_at as "memberSince", person.left_at as "leftAt",
      coalesce(p.phone_verified, false) as "phoneVerified", a.email_verified_at is not null as "emailVerified",
      (select count(*) from (
        select from products p where p.seller_id = person.id and ${isPublished} limit 1000
      ) as own)::int as listings,
      coalesce(d.deals, 0) as deals, f.rating,
      reported.upheld as "reportsUpheld", reported.all as reports,
      exists (select from staff where account_id = person.id) as "isStaff", x.kind as sanction, x.until
    from people person
    left join profiles p on p.id = person.id
    left join accounts a on a.id = person.id
    left join seller_figures f on f.seller_id = person.id
    left join deal_figures d on d.person_id = person.id
    ${joinCurrentSanction('person')}
    cross join lateral (
      select coalesce(sum(of_case.upheld), 0)::int as upheld, coalesce(sum(of_case.all), 0)::int as all
      from (
        select id from cases where subject_id = any(array(select same_person(person.id))) limit 1000
      ) as c
      cross join lateral (
        select count(*) filter (where outcome = 'upheld') as upheld, count(*) as all
        from reports where case_id = c.id
      ) as of_case
    ) as reported
    where person.id = ${id}`.execute(db)
  return rows[0]
}

/** Accounts with the same mailbox or number as this person. */
export async function selectAccounts(db: Database, personIds: readonly string[], except: string) {
  const { rows } = await sql<{ id: string; name: string; leftAt: string | null }>`
    select person.id, coalesce(staff_name(p.id), 'Unknown') as name, person.left_at as "leftAt"
    from people person left join profiles p on p.id = person.id
    where person.id = any(${[...personIds]}::uuid[]) and person.id <> ${except}
    order by person.id desc`.execute(db)
  return rows
}

interface PersonRow extends Omit<PersonLine, 'sanction'> {
  sanction: 'limited' | 'suspended' | 'banned' | null
  until: string | null
}

/** Finds people by a whole e-mail address, phone number, username or id, or by words of the name. */
export async function selectPeople(
  db: Database,
  { q, phone, id, limit }: { q: string; phone: string | null; id: string | null; limit: number },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select p.id, coalesce(staff_name(p.id), 'Unknown') as name, a.email, p.phone, p.created_at as "memberSince",
      x.kind as sanction, x.until, t.role
    from (
      select id from profiles where lower(username) = lower(${q})
      union select id from accounts where email = lower(${q})
      union select id from profiles where phone = ${phone}
      union select id from profiles where id = ${id}::uuid
      union (
        select id from profiles
        where to_tsvector('simple', fold(coalesce(full_name, ''))) @@ plainto_tsquery('simple', fold(${q}))
        order by id desc limit ${sql.lit(limit)}
      )
    ) as found
    join profiles p on p.id = found.id
    left join accounts a on a.id = p.id
    left join staff t on t.account_id = p.id
    ${joinCurrentSanction('p')}
    order by p.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

interface ListingRow extends Omit<ListingLine, 'seller'> {
  sellerId: string
  sellerName: string
}

/** Limit on the rows read for frequent words. */
const MATCHES_READ = sql.lit(500)
/** A frequent word matches enough of the newest listings; for a rare one the index has few rows. */
const NEWEST_READ = sql.lit(2000)

const hasWords = (q: string) => sql`search @@ plainto_tsquery('pg_catalog.english', plain_words(${q}))`

const newestWith = (q: string) => sql`
  select id from (
    (select id, search from products p where ${isOnSale} order by created_at desc, id desc limit ${NEWEST_READ})
    union all
    (select id, search from products where status = 'sold' order by status_changed_at desc limit ${NEWEST_READ})
    union all
    (
      select p.id, p.search from product_holds h join products p on p.id = h.product_id
      where p.status = 'held' order by h.created_at desc limit ${NEWEST_READ}
    )
  ) as newest
  where ${hasWords(q)}`

const anyWith = (q: string, id: string | null) => sql`
  (select id from products where ${hasWords(q)} and ${isInSearchIndex} limit ${MATCHES_READ})
  union (select id from products where ${hasWords(q)} and status = 'sold' limit ${MATCHES_READ})
  union select id from products p where id = ${id}::uuid and ${isPublished}`

async function selectLines(db: Database, found: RawBuilder<unknown>, limit: number): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select p.id, p.title, p.status, p.seller_id as "sellerId",
      coalesce(staff_name(s.id), 'Unknown') as "sellerName", p.created_at as "createdAt"
    from (select distinct id from (${found}) as each) as found
    join products p on p.id = found.id
    join profiles s on s.id = p.seller_id
    order by p.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Listings of any status but draft, newest first. */
export async function selectListings(
  db: Database,
  { q, id, limit }: { q: string; id: string | null; limit: number },
): Promise<ListingRow[]> {
  const newest = await selectLines(db, newestWith(q), limit)
  return newest.length < limit ? selectLines(db, anyWith(q, id), limit) : newest
}

export const selectRoleOf = (db: Database, accountId: string) =>
  db.selectFrom('staff').select('role').where('account_id', '=', accountId).executeTakeFirst()

/** Locks all roles until the transaction ends. Returns this person's role. */
export async function lockRoles(tx: Database, accountId: string): Promise<string | undefined> {
  const staff = await tx
    .selectFrom('staff')
    .select(['account_id', 'role'])
    .orderBy('account_id')
    .forUpdate()
    .execute()
  return staff.find(({ account_id }) => account_id === accountId)?.role
}

export const upsertRole = (tx: Database, accountId: string, role: string) =>
  tx
    .insertInto('staff')
    .values({ account_id: accountId, role })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ role, granted_at: sql`now()` }))
    .execute()

export const deleteRole = (tx: Database, accountId: string) =>
  tx.deleteFrom('staff').where('account_id', '=', accountId).execute()

export const selectAccountExists = async (db: Database, id: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export async function selectAudit(
  db: Database,
  after: { createdAt: string; id: string } | null,
  limit: number,
) {
  const onwards = after
    ? sql`where (e.created_at, e.id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{
    id: string
    actor_id: string | null
    actor_name: string | null
    action: string
    target_kind: string | null
    target_id: string | null
    detail: Record<string, unknown>
    created_at: string
  }>`
    select e.*, coalesce(nullif(p.full_name, ''), p.username) as actor_name
    from audit_entries e left join profiles p on p.id = e.actor_id
    ${onwards} order by e.created_at desc, e.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Figures of the last twelve months, newest first. */
export async function selectMonths(db: Database, timeZone: string) {
  const { rows } = await sql<{
    month: string
    reports: number
    upheld: number
    removed: number
    suspended: number
    median_hours: number | null
    appeals: number
    appeals_upheld: number
  }>`
    with months as (
      select generate_series(
        date_trunc('month', now() at time zone ${timeZone}) - interval '11 months',
        date_trunc('month', now() at time zone ${timeZone}), interval '1 month'
      ) as month
    ), bounds as (
      select month, month at time zone ${timeZone} as starts,
        (month + interval '1 month') at time zone ${timeZone} as ends
      from months
    )
    select to_char(b.month, 'YYYY-MM') as month, r.reports, r.upheld, d.removed, d.suspended, c.median_hours,
      a.appeals, a.appeals_upheld
    from bounds b
    cross join lateral (
      select count(*)::int as reports, count(*) filter (where outcome = 'upheld')::int as upheld
      from reports where created_at >= b.starts and created_at < b.ends
    ) as r
    cross join lateral (
      select count(*) filter (where action = 'remove')::int as removed,
        count(*) filter (where action in ('suspend', 'ban'))::int as suspended
      from decisions where created_at >= b.starts and created_at < b.ends
    ) as d
    cross join lateral (
      select round((percentile_cont(0.5) within group (
        order by extract(epoch from decided_at - opened_at) / 3600
      ))::numeric, 1)::float8 as median_hours
      from cases where decided_at >= b.starts and decided_at < b.ends
    ) as c
    cross join lateral (
      select count(*)::int as appeals, count(*) filter (where outcome = 'upheld')::int as appeals_upheld
      from appeals where created_at >= b.starts and created_at < b.ends
    ) as a
    order by b.month desc`.execute(db)
  return rows
}
