import * as z from 'zod/mini'
import type { Deal } from '#contract/agreements/agreements.ts'
import { type Role, ROLES } from '#contract/agreements/steps.ts'
import { DEALS_PER_PAGE, WAITING_DEALS_MAX } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { toConversationProduct, toOther } from '#server/conversations/service.ts'
import { invalidInput } from '#server/platform/errors/app-error.ts'
import {
  type DealCursor,
  type DealRow,
  PAST,
  selectPage,
  selectRoles,
  selectWaiting,
} from './own-deal-queries.ts'

const toDeal = (row: DealRow): Deal => ({
  agreement: row.agreement,
  conversationId: row.conversation_id,
  isSeller: row.role === 'seller',
  product: toConversationProduct(row),
  other: toOther(row),
})

function parseCursor(cursor: string | undefined): DealCursor | null {
  if (cursor === undefined) return null
  const [rank = '', id = ''] = cursor.split('_', 2)
  if (!/^\d$/.test(rank) || Number(rank) > PAST || !z.safeParse(z.uuid(), id).success)
    throw invalidInput([{ field: 'cursor', message: 'Not a cursor of this list' }])
  return { rank: Number(rank), id }
}

/** Lists the person's agreements, in one role or in both. */
export async function listDeals(
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId, cursor, role }: { userId: string; cursor?: string; role?: Role },
) {
  const after = parseCursor(cursor)
  const limit = DEALS_PER_PAGE + 1
  const [rows, has] = await Promise.all([
    selectPage(ownReads, { userId, roles: role ? [role] : ROLES, after, limit }),
    selectRoles(ownReads, userId),
  ])
  const shown = rows.slice(0, DEALS_PER_PAGE)
  const last = rows.length > DEALS_PER_PAGE ? shown.at(-1) : undefined
  return {
    items: shown.map(toDeal),
    nextCursor: last ? `${last.rank}_${last.id}` : null,
    roles: ROLES.filter((each) => has[each]),
  }
}

/** Lists the newest agreements that wait for a step of the person. */
export const listWaitingDeals = async (
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId }: { userId: string },
): Promise<{ items: Deal[] }> => ({
  items: (await selectWaiting(ownReads, userId, ROLES, WAITING_DEALS_MAX)).map(toDeal),
})
