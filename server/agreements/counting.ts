import { findSharers, haveSharedAccess, SHARERS_MAX } from '#server/access-traces/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockFigures, selectHasDealWith } from './queries.ts'

interface Pair {
  sellerId: string
  buyerId: string
}

/** A deal counts for a person once among all accounts that share a device or an address with its partner. */
async function countsFor(tx: Database, personId: string, partnerId: string): Promise<boolean> {
  const sharers = await findSharers(tx, partnerId)
  return sharers.length < SHARERS_MAX && !(await selectHasDealWith(tx, personId, [partnerId, ...sharers]))
}

/**
 * Returns for whom a deal that both confirmed counts: for nobody if the two share a device or an address. Two deals of a
 * person wait for each other.
 */
export async function countedFor(tx: Database, { sellerId, buyerId }: Pair) {
  await lockFigures(tx, [sellerId, buyerId])
  const areOne = await haveSharedAccess(tx, { accountId: sellerId, otherAccountId: buyerId })
  return {
    counts_for_seller: !areOne && (await countsFor(tx, sellerId, buyerId)),
    counts_for_buyer: !areOne && (await countsFor(tx, buyerId, sellerId)),
  }
}
