import { NEW_CONVERSATIONS_AN_HOUR } from '#contract/limits.ts'
import { requireUnblocked } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { requireNotLimited } from '#server/moderation/sanctions/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { rateLimiter } from '#server/platform/http/limits/rate-limit.ts'
import { countConversation } from '#server/sellers/service.ts'
import {
  findConversation,
  insertConversation,
  insertParticipants,
  type Pair,
  selectOpenPeople,
  selectPeople,
  selectProduct,
} from './opening-queries.ts'
import { requireOtherParticipant } from '#server/conversations/rules.ts'

type Deps = Pick<Context, 'db' | 'personHashes' | 'sms'>

/** Returns undefined if another request created it at the same moment. */
async function createConversation(
  { personHashes, sms }: Omit<Deps, 'db'>,
  tx: Database,
  pair: Pair,
): Promise<string | undefined> {
  const id = await insertConversation(tx, pair)
  if (id === undefined) return undefined
  // The limit is taken in the same transaction, so that only new conversations count and refused ones do not.
  const limiter = rateLimiter(tx)
  const subject = await personHashes.subjectOf(tx, pair.buyerId)
  await limiter.take(`conversations:${subject}`, NEW_CONVERSATIONS_AN_HOUR, 'too-many-conversations')
  await countConversation({ sms }, tx, { limiter, buyerId: pair.buyerId, subject })
  await insertParticipants(tx, id, pair)
  return id
}

type Create = (pair: Pair) => Promise<string | undefined>

async function findOrCreate(
  db: Database,
  { userId, productId }: { userId: string; productId: string },
  create: Create,
): Promise<{ id: string; isNew: boolean }> {
  const product = await selectProduct(db, productId, userId)
  if (!product) throw new AppError('product-not-found')
  if (product.seller_id === userId) throw new AppError('cannot-message-yourself')
  requireUnblocked(product.block)
  const pair = { productId, buyerId: userId, sellerId: product.seller_id }
  const known = await findConversation(db, pair)
  if (known !== null) return { id: known, isNew: false }
  if (product.status === 'sold') throw new AppError('product-sold')
  await requireNotLimited(db, userId)
  const created = await create(pair)
  if (created !== undefined) return { id: created, isNew: true }
  const concurrent = await findConversation(db, pair)
  if (concurrent === null) throw new AppError('product-not-found')
  return { id: concurrent, isNew: false }
}

/**
 * Finds or creates the one conversation of the product and the two people. Throws product-not-found,
 * cannot-message-yourself, person-blocked, person-unavailable, product-sold, account-limited,
 * too-many-conversations, verify-phone-to-write, too-many-conversations-today.
 */
export const openConversation = (ctx: Deps, ids: { userId: string; productId: string }) =>
  findOrCreate(ctx.db, ids, (pair) => ctx.db.transaction().execute((tx) => createConversation(ctx, tx, pair)))

/** Does the same in a transaction that undoes it if what follows is refused. */
export const openIn = (
  ctx: Omit<Deps, 'db'>,
  tx: Database,
  ids: { userId: string; productId: string },
): Promise<{ id: string; isNew: boolean }> =>
  findOrCreate(tx, ids, (pair) => createConversation(ctx, tx, pair))

/** Returns the other person. Throws conversation-not-found, conversation-access-denied. */
export async function requireParticipant(
  { db }: Pick<Context, 'db'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<{ otherId: string | null }> {
  return requireOtherParticipant(userId, await selectPeople(db, conversationId))
}

/**
 * Returns the other person, or null if they have left or one of the two has blocked the other. Throws
 * conversation-not-found, conversation-access-denied.
 */
export async function requireOpenParticipant(
  { db }: Pick<Context, 'db'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<{ otherId: string | null }> {
  const found = await selectOpenPeople(db, conversationId, userId)
  const { otherId } = requireOtherParticipant(userId, found?.people)
  return { otherId: found?.isClosed ? null : otherId }
}
