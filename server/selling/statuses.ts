import type { OwnProduct } from '#contract/selling.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import { sellerName } from '#server/sellers/seller.ts'
import { type OwnProducts, requireOwn } from './own-products.ts'
import { lockOwn, selectInterested, selectOwn, updateStatus } from './queries.ts'
import { refusingByConstraint } from './refusing.ts'
import { buyerAfter, PUBLIC_EDITS_AN_HOUR, type WantedStatus } from './rules.ts'
import type { SellingParts } from './selling-parts.ts'
import { telling } from './telling.ts'

const INTERESTED_MAX = 50

/** To whom a listing goes. */
export function statuses(parts: SellingParts, own: OwnProducts) {
  const { db, limiter, changes } = parts
  const tell = telling(parts)

  async function requireInterested(tx: Database, productId: string, personId: string) {
    const [person] = await selectInterested(tx, productId, { limit: 1, personId })
    if (!person) throw new AppError('buyer-unknown')
  }

  return {
    /**
     * Available, reserved or sold. Refused with `not-published`, and with `buyer-unknown` for somebody who did not
     * write about it.
     */
    async setStatus(sellerId: string, id: string, wanted: WantedStatus): Promise<OwnProduct> {
      await limiter.take(`public-edits:${sellerId}`, PUBLIC_EDITS_AN_HOUR)
      const change = db.transaction().execute(async (tx) => {
        const row = requireOwn(await lockOwn(tx, sellerId, id))
        if (row.status === 'draft') throw new AppError('not-published')
        const buyerId = buyerAfter(row.buyer_id, wanted)
        const isNewStatus = row.status !== wanted.status
        if (!isNewStatus && buyerId === row.buyer_id) return
        if (buyerId !== null && buyerId !== row.buyer_id) await requireInterested(tx, id, buyerId)
        await updateStatus(tx, id, { status: wanted.status, buyer_id: buyerId, isNewStatus })
        await tell.statusChanged(tx, { row, sellerId, status: wanted.status, buyerId })
        if (isNewStatus) await changes.announce(tx, 'market')
      })
      await refusingByConstraint(change)
      return own.read(sellerId, id)
    },
    async interested(sellerId: string, id: string) {
      requireOwn(await selectOwn(db, sellerId, id))
      const rows = await selectInterested(db, id, { limit: INTERESTED_MAX })
      return rows.map((row) => ({ id: row.id, name: sellerName(row), avatar: row.avatar_url }))
    },
  }
}
