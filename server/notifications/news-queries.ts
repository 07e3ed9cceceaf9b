import { sql } from 'kysely'
import type { NotificationType } from '#contract/choices.ts'
import type { Database } from '#server/db/connect.ts'

export interface News {
  /** Ids of people; who has left meanwhile is passed over. */
  to: readonly string[]
  type: NotificationType
  /** Plain text; at most 1,000 characters are kept. */
  content: string
  /** An own path. */
  actionUrl: string | null
  /** The review that it tells of, with which it goes. */
  reviewId?: string
  /** True for what is news although the same words were told today. */
  isAlwaysNews?: boolean
  /** True for what a mail of its own tells already. */
  isMailed?: boolean
}

/** For those who want it by some way: it leaves by push at once and by mail after ten minutes. */
export async function insertNews(tx: Database, news: News): Promise<string[]> {
  const { to, type, content, actionUrl, reviewId = null, isMailed = false } = news
  const isAlwaysNews = news.isAlwaysNews === true || type === 'system' || reviewId !== null
  const { rows } = await sql<{ id: string }>`
    insert into notifications
      (user_id, type, content, action_url, review_id, in_app, push_at, mail_at, emailed_at)
    select
      p.id, ${type}, left(${content}, 1000), ${actionUrl}, ${reviewId}::uuid, w.in_app,
      case when w.push then now() end,
      case when w.email and not ${isMailed} then now() + interval '10 minutes' end,
      case when ${isMailed} then now() end
    from profiles p, ways_of_news(p.id, ${type}) w
    where p.id = any(${[...new Set(to)]}::uuid[]) and (w.in_app or w.push or w.email)
      -- The same words about the same thing are news once a day; what concerns the account always is.
      and (${isAlwaysNews} or not exists (
        select from notifications n
        where n.user_id = p.id and n.created_at > now() - interval '1 day' and n.type = ${type}
          and n.content = left(${content}, 1000) and n.action_url is not distinct from ${actionUrl}
      ))
    order by p.id
    -- Whoever leaves at this moment is passed over as well.
    for key share of p
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whose badges tell of them, and whether any of them is to go by push. */
export async function selectNotified(
  db: Database,
  notificationIds: readonly string[],
): Promise<{ people: string[]; hasPushes: boolean }> {
  const rows = await db
    .selectFrom('notifications')
    .select(['user_id', 'in_app', 'push_at'])
    .where('id', 'in', notificationIds)
    .execute()
  const listed = rows.filter((row) => row.in_app)
  return {
    people: [...new Set(listed.map((row) => row.user_id))],
    hasPushes: rows.some((row) => row.push_at !== null),
  }
}

/** Takes the mark off those that are to go by push now, at most `limit`; of `only` these if told. */
export async function claimPushes(
  tx: Database,
  { only, limit }: { only?: readonly string[]; limit: number },
): Promise<string[]> {
  const ids = only === undefined ? sql`true` : sql`id = any(${[...only]}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id from notifications where push_at <= now() and ${ids}
      order by push_at limit ${limit} for update skip locked
    )
    update notifications n set push_at = null from due where n.id = due.id
    returning n.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns whose number of unread ones is another now. */
export async function deleteNewsOfReview(tx: Database, reviewId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('notifications')
    .where('review_id', '=', reviewId)
    .returning(['user_id', sql<boolean>`in_app and not read`.as('was_counted')])
    .execute()
  return rows.filter((row) => row.was_counted).map((row) => row.user_id)
}

/** Whose number of unread ones is another once these products are gone, with their reviews and the news of them. */
export async function selectToldOfReviews(
  tx: Database,
  of: { productId: string } | { sellerId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('notifications as n')
    .innerJoin('product_reviews as r', 'r.id', 'n.review_id')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select('n.user_id')
    .distinct()
    .where((eb) => ('productId' in of ? eb('p.id', '=', of.productId) : eb('p.seller_id', '=', of.sellerId)))
    .where('n.in_app', '=', true)
    .where('n.read', '=', false)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
