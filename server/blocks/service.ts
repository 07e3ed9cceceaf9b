import type { BlockedPerson } from '#contract/blocks.ts'
import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { BLOCKS_MAX } from '#contract/limits.ts'
import { idMark } from '#contract/id-mark.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import {
  deleteBlock,
  deleteMessageNotifications,
  insertBlock,
  notifyBlocks,
  selectBlocked,
  selectIsBlocked,
  selectReported,
} from './queries.ts'
import { blockRefusal } from './rules.ts'

/** The result of the SQL function `block_between` for a viewer and another person. */
export type BlockState = 'own' | 'theirs' | null

const CHANGES_PER_HOUR = { attempts: 120, seconds: 60 * 60 }
const REPORTED_MAX = 200

type Deps = Pick<Context, 'db' | 'limiter' | 'unreadBadges'>

interface Pair {
  blockerId: string
  blockedId: string
}

/** Throws person-blocked, person-unavailable. */
export function requireUnblocked(state: BlockState): void {
  if (state !== null) throw new AppError(blockRefusal(state))
}

/** Returns whether the blocker's number of unread notifications may have changed. */
async function addBlock(tx: Database, pair: Pair): Promise<boolean> {
  const { isKnown, isAdded } = await insertBlock(tx, pair, BLOCKS_MAX)
  if (!isKnown) throw new AppError('person-not-found')
  if (!isAdded) {
    if (await selectIsBlocked(tx, pair)) return false
    throw new AppError('too-many-blocks')
  }
  await notifyBlocks(tx, pair)
  return deleteMessageNotifications(tx, pair)
}

/** Blocking twice changes nothing. Throws cannot-block-yourself, person-not-found, too-many-blocks. */
export async function blockPerson(ctx: Deps, pair: Pair): Promise<void> {
  if (pair.blockerId === pair.blockedId) throw new AppError('cannot-block-yourself')
  await ctx.limiter.take(`blocks:${pair.blockerId}`, CHANGES_PER_HOUR)
  const mayHaveFewerUnread = await ctx.db.transaction().execute((tx) => addBlock(tx, pair))
  if (mayHaveFewerUnread) ctx.unreadBadges.update(pair.blockerId)
}

export async function unblockPerson(ctx: Deps, pair: Pair): Promise<void> {
  await ctx.limiter.take(`blocks:${pair.blockerId}`, CHANGES_PER_HOUR)
  await ctx.db.transaction().execute(async (tx) => {
    if (await deleteBlock(tx, pair)) await notifyBlocks(tx, pair)
  })
}

/** Lists blocked people, newest first. */
export async function listBlocked(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<BlockedPerson[]> {
  const rows = await selectBlocked(db, userId, BLOCKS_MAX)
  return rows.map((row) => ({
    id: row.id,
    name: row.full_name || row.username || UNKNOWN_USER,
    avatar: row.avatar_url,
    blockedAt: row.created_at,
  }))
}

/** Lists only the person's own blocks and reports, because nobody may see who blocked them. */
export async function listHidden(
  { db }: Pick<Context, 'db'>,
  { userId }: { userId: string },
): Promise<{ blocked: string[]; reported: string[] }> {
  const marks = (things: { id: string }[]) => things.map(({ id }) => idMark(id))
  return {
    blocked: marks(await selectBlocked(db, userId, BLOCKS_MAX)),
    reported: marks(await selectReported(db, userId, REPORTED_MAX)),
  }
}
