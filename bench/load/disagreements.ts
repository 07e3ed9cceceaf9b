import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Counts agreements that hold while their product is not reserved for their buyer, and reserved products without an
 * agreement.
 */
export async function countDisagreements(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agreements a join products p on p.id = a.product_id
    where a.state in ('agreed', 'half-confirmed') and (p.status <> 'reserved' or p.buyer_id is distinct from a.buyer_id)
      or p.status = 'reserved' and not exists (
        select from agreements o where o.product_id = p.id and o.state in ('agreed', 'half-confirmed')
      )`.execute(db)
  return rows[0]?.count ?? 0
}
