import * as z from 'zod/mini'
import { ConversationId, Message } from '#contract/conversations/conversations.ts'
import { endpoint } from '#contract/endpoint.ts'
import { StepForm } from './agreement.ts'

export const agreementsContract = {
  takeStep: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/steps',
    access: 'participant',
    summary:
      'Offers, reserves, accepts, confirms or cancels, and returns the message that says so. A repeated `clientKey` returns the existing message.',
    params: z.object({ id: ConversationId }),
    body: StepForm,
    reply: Message,
    status: 201,
  }),
}
