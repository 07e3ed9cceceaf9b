import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StepForm } from '#contract/agreements/agreement.ts'
import type { Conversation, Message } from '#contract/conversations/conversations.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { call } from './selling.ts'

export const openConversation = async (who: TestClient, productId: string): Promise<string> =>
  (await call<{ id: string }>(who, 'POST', '/api/conversations', { productId })).id

export const readConversation = (who: TestClient, id: string): Promise<Conversation> =>
  call(who, 'GET', `/api/conversations/${id}`)

/** The moment in so many hours. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

type Step = Partial<StepForm> & Pick<StepForm, 'step'>

/** Sends a step about the newest agreement, or about the one that `step` names. */
export async function sendStep(who: TestClient, conversationId: string, step: Step): Promise<Response> {
  const { agreement } = await readConversation(who, conversationId)
  const newest = agreement ? { agreementId: agreement.id } : {}
  return who.send('POST', `/api/conversations/${conversationId}/steps`, {
    clientKey: randomUUID(),
    ...newest,
    ...step,
  })
}

/** Takes a step that must succeed. */
export async function takeStep(who: TestClient, conversationId: string, step: Step): Promise<Message> {
  const reply = await sendStep(who, conversationId, step)
  if (!reply.ok) throw new Error(`${step.step}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Message
}

/** Moves the confirmation of deals into the past. */
export const ageDeals = (db: Database, days: number) =>
  db
    .updateTable('agreements')
    .set({ ended_at: sql`ended_at - make_interval(days => ${days})` })
    .where('state', '=', 'done')
    .execute()

/** A deal about the first person's product that both confirmed, in a conversation of theirs. Returns its id. */
export async function insertDeal(
  db: Database,
  deal: { conversationId: string; productId: string; sellerId: string; buyerId: string },
): Promise<string> {
  const { id } = await db
    .insertInto('agreements')
    .values({
      conversation_id: deal.conversationId,
      product_id: deal.productId,
      seller_id: deal.sellerId,
      buyer_id: deal.buyerId,
      price: 100,
      is_buyers_offer: true,
      state: 'agreed',
      agreed_at: sql`now()`,
      due: sql`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('agreements')
    .set({ state: 'done', confirmed_by: 'buyer', counts_for_seller: true, counts_for_buyer: true })
    .where('id', '=', id)
    .execute()
  return id
}
