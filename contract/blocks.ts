import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const PersonId = z.uuid('Not a person id')

export const BlockedPerson = z.object({
  id: z.string(),
  name: z.string(),
  avatar: z.nullable(z.string()),
  blockedAt: z.string(),
})
export type BlockedPerson = z.output<typeof BlockedPerson>

const Id = z.object({ id: PersonId })

export const blocksContract = {
  listBlocked: endpoint({
    method: 'GET',
    path: '/api/blocks',
    access: 'signed-in',
    summary: 'Lists the people whom the person has blocked, newest first; at most 500.',
    reply: z.object({ people: z.array(BlockedPerson) }),
  }),
  listHidden: endpoint({
    method: 'GET',
    path: '/api/blocks/hidden',
    access: 'signed-in',
    summary:
      'Returns what the browser hides from the person: listings of people whom they blocked, and things that they reported. Public pages are the same for everyone.',
    reply: z.object({
      /** The people whom the person has blocked. */
      blocked: z.array(z.string()),
      /** Ends of the ids of listings and reviews that they reported, except those found to be in order. */
      reported: z.array(z.string()),
    }),
  }),
  blockPerson: endpoint({
    method: 'PUT',
    path: '/api/blocks/:id',
    access: 'signed-in',
    summary: 'Blocks a person, who is not notified.',
    params: Id,
    reply: z.object({}),
  }),
  unblockPerson: endpoint({
    method: 'DELETE',
    path: '/api/blocks/:id',
    access: 'signed-in',
    summary: 'Unblocks a person.',
    params: Id,
    reply: z.object({}),
  }),
}
