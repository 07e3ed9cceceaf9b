import { goodsOfKind } from '#contract/selling/prohibited-goods.ts'
import type { Context } from '#server/context.ts'
import { openCase, recordSignal, withdrawSignal } from '#server/moderation/reports/service.ts'
import { holdProduct, releaseProduct } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'

interface Texts {
  title: string
  description: string
  tags: string[]
  category_id: string | null
}

interface Listing {
  id: string
  sellerId: string
  texts: Texts
  /** Its texts until now, if it is published and remains the same thing: it is not held again for the same. */
  before?: Texts | undefined
}

const seenIn = ({ judgeListing }: Pick<Context, 'judgeListing'>, texts: Texts) =>
  judgeListing({
    title: texts.title,
    description: [texts.description, ...texts.tags].join('\n'),
    category: texts.category_id ?? '',
  })

/**
 * Runs in the transaction that publishes a listing or changes its texts: moderators see which prohibited goods it seems
 * to offer, or that it no longer does. What is certainly prohibited waits for them, until an edit makes it something
 * else. The form shows the same to the seller.
 */
export async function noticeProhibitedGoods(
  ctx: Pick<Context, 'judgeListing' | 'changes' | 'jobs'>,
  tx: Database,
  { id, sellerId, texts, before }: Listing,
): Promise<void> {
  const seen = seenIn(ctx, texts)
  const signal = {
    target: { kind: 'product', id },
    subjectId: sellerId,
    reason: 'prohibited-words',
  } as const
  if (!seen?.isCertain) await releaseProduct(ctx, tx, { productId: id, causes: ['prohibited-goods'] })
  if (!seen) return withdrawSignal(tx, signal)
  const goods = goodsOfKind(seen.kind)?.name ?? 'Perhaps prohibited goods'
  await recordSignal(tx, { ...signal, detail: { goods: [goods], words: [seen.words] } })
  const earlier = before && seenIn(ctx, before)
  if (!seen.isCertain || (earlier?.isCertain && earlier.kind === seen.kind)) return
  await holdProduct(ctx, tx, { productId: id, cause: 'prohibited-goods' })
  await openCase(tx, signal.target, sellerId)
}
