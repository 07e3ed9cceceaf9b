import { randomUUID } from 'node:crypto'
import type { StepForm } from '#contract/agreements/agreement.ts'
import type { Conversation, Message } from '#contract/conversations/conversations.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { call } from './selling.ts'

export const openConversation = async (who: TestClient, productId: string): Promise<string> =>
  (await call<{ id: string }>(who, 'POST', '/api/conversations', { productId })).id

export const readConversation = (who: TestClient, id: string): Promise<Conversation> =>
  call(who, 'GET', `/api/conversations/${id}`)

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
