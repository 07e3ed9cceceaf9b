import type { SiteNotice, SiteNoticeKind } from '#contract/moderation/administration/site-notice.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Returns the last notice even after its end, until another replaces it. */
export async function selectNotice(db: Database): Promise<SiteNotice | null> {
  const found = db.selectFrom('site_notice').select(['id', 'text', 'kind', 'ends_at as endsAt'])
  const row = await found.executeTakeFirst()
  return row ? { ...row, kind: row.kind as SiteNoticeKind } : null
}

export const deleteNotice = (tx: Database) => tx.deleteFrom('site_notice').executeTakeFirst()

export const insertNotice = (tx: Database, { text, kind, endsAt }: Omit<SiteNotice, 'id'>) =>
  tx.insertInto('site_notice').values({ text, kind, ends_at: endsAt }).execute()
