import type { SiteNotice, SiteNoticeKind } from '#contract/moderation/administration/site-notice.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Ended ones too, until another comes. */
export async function selectNotice(db: Database): Promise<SiteNotice | null> {
  const row = await db.selectFrom('site_notice').select(['id', 'text', 'kind', 'ends_at']).executeTakeFirst()
  if (!row) return null
  return { id: row.id, text: row.text, kind: row.kind as SiteNoticeKind, endsAt: row.ends_at }
}

export const deleteNotice = (tx: Database) => tx.deleteFrom('site_notice').executeTakeFirst()

export const insertNotice = (tx: Database, { text, kind, endsAt }: Omit<SiteNotice, 'id'>) =>
  tx.insertInto('site_notice').values({ text, kind, ends_at: endsAt }).execute()
