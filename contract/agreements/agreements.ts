import * as z from 'zod/mini'
import {
  ConversationId,
  ConversationProduct,
  Message,
  OtherPerson,
} from '#contract/conversations/conversations.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Cursor } from '#contract/page.ts'
import { ProductId } from '#contract/products.ts'
import { Agreement, OfferForm, StepForm } from './agreement.ts'
import { ROLES } from './steps.ts'

/** An agreement in a list of the person's own. */
const Deal = z.object({
  agreement: Agreement,
  conversationId: z.string(),
  /** True if the person is its seller. */
  isSeller: z.boolean(),
  product: ConversationProduct,
  other: OtherPerson,
})
export type Deal = z.output<typeof Deal>

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
  makeOffer: endpoint({
    method: 'POST',
    path: '/api/products/:id/offers',
    access: 'signed-in',
    summary:
      'Offers an amount for a product and returns the message that says so. A refused offer opens no conversation.',
    params: z.object({ id: ProductId }),
    body: OfferForm,
    reply: Message,
    status: 201,
  }),
  listAgreements: endpoint({
    method: 'GET',
    path: '/api/agreements',
    access: 'signed-in',
    summary:
      "Lists the person's agreements: those that wait for the person, then open ones, then past ones, each newest first.",
    query: z.object({ cursor: z.optional(Cursor), role: z.optional(z.enum(ROLES)) }),
    reply: z.object({
      items: z.array(Deal),
      nextCursor: z.nullable(z.string()),
      /** The person has agreements as these. */
      roles: z.array(z.enum(ROLES)),
    }),
  }),
  listWaitingAgreements: endpoint({
    method: 'GET',
    path: '/api/agreements/waiting',
    access: 'signed-in',
    summary: 'Lists the newest agreements that wait for a step of the person.',
    reply: z.object({ items: z.array(Deal) }),
  }),
}
