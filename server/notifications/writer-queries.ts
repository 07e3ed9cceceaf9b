import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { CONVERSATION_PATH } from '#contract/conversations/message-texts.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** The notification of a message or a meeting contains the name of the other participant. */
export async function updateWriterUnknown(tx: Database, writerId: string): Promise<void> {
  await sql`
    update notifications n set content = case n.type when 'message' then ${`${UNKNOWN_USER} wrote to you`} else 'You agreed to meet.' end
    from conversation_participants own
    join conversation_participants other on other.conversation_id = own.conversation_id and other.user_id <> own.user_id
    where own.user_id = ${writerId} and n.user_id = other.user_id and n.type in ('message', 'meeting')
      and n.action_url = ${CONVERSATION_PATH} || own.conversation_id`.execute(tx)
}

/** A seller's notification of a review begins with its writer's former name. */
export async function updateReviewerUnknown(tx: Database, reviewerId: string): Promise<void> {
  await sql`
    update notifications n
    set content = left(${UNKNOWN_USER} || ' reviewed "' || isolated(t.title) || '": ' || r.rating || ' of 5 stars', 1000)
    from product_reviews r
    join products t on t.id = r.product_id
    where r.reviewer_id = ${reviewerId} and n.review_id = r.id and n.user_id = t.seller_id`.execute(tx)
}
