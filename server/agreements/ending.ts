import type { Context } from '#server/context.ts'
import { emitSteps } from '#server/conversations/service.ts'
import { inSharedBatches } from '#server/platform/concurrency/batches.ts'
import type { EmitToUsers } from '#server/platform/live/emit-to-users.ts'
import { productKey, sellerKey } from '#server/platform/http/cdn/keys.ts'
import { endDue, type EndedRow, selectDue, selectNewestLines } from './queries.ts'
import { ENDED_AGREEMENTS_CHANNEL } from './rules.ts'
import { tellOfProduct } from './telling.ts'

/** Agreements that end at most in one run of the job. */
const PER_RUN = 1000

type Deps = Pick<
  Context,
  'changes' | 'db' | 'guard' | 'jobs' | 'live' | 'log' | 'pushTimer' | 'signer' | 'unreadBadges'
>

type EmitDeps = Parameters<typeof emitSteps>[0]

/** Emits what changed without a person's step, after the commit. */
export async function emitEnded(ctx: EmitDeps, agreementIds: readonly string[]): Promise<void> {
  if (agreementIds.length === 0) return
  await emitSteps(ctx, await selectNewestLines(ctx.db, agreementIds))
}

/** Emits to the sockets of this process what a block, a ban or a deletion ended in any process. */
export function followEnded(ctx: Deps & Pick<Context, 'listener'>): void {
  const here: EmitToUsers = async (people, ...event) =>
    ctx.live.emitHere(
      people.filter((person) => person !== null),
      ...event,
    )
  const emit = inSharedBatches(async (ids: string[]) => {
    await emitEnded({ ...ctx, live: { emitToUsers: here } }, ids)
    return ids
  })
  ctx.listener.on(ENDED_AGREEMENTS_CHANNEL, (id) => {
    emit(id).catch((error: unknown) =>
      ctx.log.error({ err: error, agreement: id }, 'Cannot emit the end of an agreement.'),
    )
  })
}

/** Ends one in a transaction of its own, so that it waits for nobody while it holds what others wait for. */
const endOne = (ctx: Deps, id: string): Promise<EndedRow | undefined> =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await endDue(tx, id)
    if (!row || row.outcome === 'expired') return row
    await tellOfProduct(ctx, tx, {
      productId: row.product_id,
      title: row.title,
      sellerId: row.seller_id,
      buyerId: row.buyer_id,
      agreement: { state: 'ended', outcome: row.outcome },
    })
    await ctx.changes.announce(tx, 'market', [productKey(row.product_id), sellerKey(row.seller_id)])
    return row
  })

/** Ends offers, reservations and half confirmations whose time is over. One that fails does not stop the others. */
export async function endDueAgreements(ctx: Deps): Promise<void> {
  for (const id of await selectDue(ctx.db, PER_RUN)) {
    try {
      if (await endOne(ctx, id)) await emitEnded(ctx, [id])
    } catch (error) {
      ctx.log.error({ err: error, agreement: id }, 'an agreement could not be ended')
    }
  }
}
