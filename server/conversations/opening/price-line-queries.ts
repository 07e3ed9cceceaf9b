import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { MessageRow } from '#server/conversations/mapping.ts'

export interface PriceChanged {
  productId: string
  sellerId: string
  from: number
  to: number
}

export type PriceLineRow = Omit<MessageRow, 'reactions'> & { sender_id: string; other_id: string }

export async function callAddPriceLines(tx: Database, change: PriceChanged): Promise<PriceLineRow[]> {
  const { productId, sellerId, from, to } = change
  const { rows } = await sql<PriceLineRow>`
    select l.other_id, (l.message).*
    from add_price_lines(${productId}, ${sellerId}, ${from}, ${to}) l`.execute(tx)
  return rows
}
