import * as z from 'zod/mini'
import { Person } from '#contract/moderation/cases/person.ts'
import { GuardHit } from '#contract/moderation/guard/warning.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MODERATION_WORDS_MAX } from '#contract/limits.ts'
import { paragraphs } from '#contract/plain-text.ts'

const WaitingMessage = z.object({
  id: z.string(),
  content: z.string(),
  sender: Person,
  memberSince: z.string(),
  /** The recipient, and the product that it is about. */
  other: z.nullable(Person),
  productTitle: z.string(),
  createdAt: z.string(),
  /** The guard's rules that match it now, with the words that counted. */
  guard: z.array(GuardHit),
})
export type WaitingMessage = z.output<typeof WaitingMessage>

export const HeldMessageForm = z
  .object({
    outcome: z.enum(['released', 'refused']),
    words: paragraphs(MODERATION_WORDS_MAX),
  })
  .check(
    z.refine(({ outcome, words }) => outcome === 'released' || words !== '', {
      path: ['words'],
      error: 'Please tell the person why',
    }),
  )

export const heldMessagesContract = {
  listHeldMessages: endpoint({
    method: 'GET',
    path: '/api/moderation/held-messages',
    access: 'moderator',
    summary:
      'Lists messages with first links of new accounts, oldest first; at most 50. The look is recorded.',
    reply: z.object({ messages: z.array(WaitingMessage) }),
  }),
  decideHeldMessage: endpoint({
    method: 'POST',
    path: '/api/moderation/held-messages/:id',
    access: 'moderator',
    summary: 'Releases a held message, which then arrives, or refuses it with words for its sender.',
    params: z.object({ id: z.uuid('Not an id') }),
    body: HeldMessageForm,
    reply: z.object({}),
  }),
}
