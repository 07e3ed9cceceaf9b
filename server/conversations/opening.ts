import { NEW_CONVERSATIONS_AN_HOUR } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { rateLimiter } from '#server/http/rate-limit.ts'
import type { ConversationParts } from './conversation-parts.ts'
import {
  findConversation,
  insertConversation,
  insertParticipants,
  type Pair,
  selectPeople,
  selectProduct,
} from './opening-queries.ts'
import { otherOf } from './rules.ts'

export function conversationOpening({ db }: Pick<ConversationParts, 'db'>) {
  /** Undefined when somebody else made it in the same moment. */
  const begin = (pair: Pair): Promise<string | undefined> =>
    db.transaction().execute(async (tx) => {
      const id = await insertConversation(tx, pair)
      if (id === undefined) return undefined
      // In the same transaction: only what is new counts, and what is refused does not.
      const limit = rateLimiter(tx)
      await limit.take(`conversations:${pair.buyerId}`, NEW_CONVERSATIONS_AN_HOUR, 'too-many-conversations')
      await insertParticipants(tx, id, pair)
      return id
    })

  return {
    /** Finds the one conversation of the product and the two people, or begins it. */
    async open(personId: string, productId: string): Promise<{ id: string; isNew: boolean }> {
      const product = await selectProduct(db, productId)
      if (!product) throw new AppError('product-not-found')
      if (product.seller_id === personId) throw new AppError('cannot-message-yourself')
      const pair = { productId, buyerId: personId, sellerId: product.seller_id }
      const known = await findConversation(db, pair)
      if (known !== null) return { id: known, isNew: false }
      if (product.status === 'sold') throw new AppError('product-sold')
      const begun = await begin(pair)
      if (begun !== undefined) return { id: begun, isNew: true }
      const other = await findConversation(db, pair)
      if (other === null) throw new AppError('product-not-found')
      return { id: other, isNew: false }
    },

    /** Refused with `conversation-not-found` or `conversation-access-denied`. */
    mayTalk: async (personId: string, conversationId: string): Promise<{ otherId: string | null }> =>
      otherOf(personId, await selectPeople(db, conversationId)),
  }
}
