import type { Context } from '#server/context.ts'
import { emitSteps } from '#server/conversations/service.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { endDue, type EndedRow, selectNewestLines } from './queries.ts'
import { tellWriters } from './telling.ts'

/** Agreements that end in one transaction, and at most in one run of the job. */
const AT_ONCE = 50
const PER_RUN = 2000

type Deps = Pick<
  Context,
  'changes' | 'db' | 'guard' | 'jobs' | 'live' | 'pushTimer' | 'signer' | 'unreadBadges'
>

/** Emits what changed without a person's step, after the commit. */
export async function emitEnded(ctx: Deps, agreementIds: readonly string[]): Promise<void> {
  if (agreementIds.length === 0) return
  await emitSteps(ctx, await selectNewestLines(ctx.db, agreementIds))
}

const endSome = (ctx: Deps): Promise<EndedRow[]> =>
  ctx.db.transaction().execute(async (tx) => {
    const ended = await endDue(tx, AT_ONCE)
    for (const row of ended) {
      if (row.outcome === 'expired') continue
      await tellWriters(ctx, tx, {
        productId: row.product_id,
        title: row.title,
        sellerId: row.seller_id,
        buyerId: row.buyer_id,
        status: row.outcome === 'lapsed' ? 'available' : 'sold',
      })
    }
    const changed = ended.filter(({ outcome }) => outcome !== 'expired')
    const keys = changed.flatMap((row) => [productKey(row.product_id), sellerKey(row.seller_id)])
    if (changed.length > 0) await ctx.changes.announce(tx, 'market', keys)
    return ended
  })

/** Ends offers, reservations and half confirmations whose time is over. */
export async function endDueAgreements(ctx: Deps): Promise<void> {
  for (let ended = 0; ended < PER_RUN; ended += AT_ONCE) {
    const rows = await endSome(ctx)
    await emitEnded(
      ctx,
      rows.map((row) => row.agreement_id),
    )
    if (rows.length === 0) return
  }
}
