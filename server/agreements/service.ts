import { randomUUID } from 'node:crypto'
import type { Database } from '#server/platform/db/connect.ts'
import { selectPromise } from './queries.ts'
import { takeIn } from './steps.ts'

export { emitEnded } from './ending.ts'
export { tellWriters } from './telling.ts'

type Promised = NonNullable<Awaited<ReturnType<typeof selectPromise>>>

/** Returns the agreement that holds for a product. */
export const findPromise = (tx: Database, productId: string): ReturnType<typeof selectPromise> =>
  selectPromise(tx, productId)

/** A seller who marks the product as sold to its buyer, who has confirmed the deal, confirms it as well. */
export async function confirmSale(
  ctx: Parameters<typeof takeIn>[0],
  tx: Database,
  { sellerId, promise }: { sellerId: string; promise: Promised },
): Promise<void> {
  await takeIn(ctx, tx, {
    userId: sellerId,
    conversationId: promise.conversation_id,
    clientKey: randomUUID(),
    step: 'confirm',
    agreementId: promise.id,
  })
}
