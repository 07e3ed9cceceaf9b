import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Why somebody of the staff leaves decisions about a person to others. */
export const BARS = ['reported', 'conversation', 'review', 'block'] as const
export type Bar = (typeof BARS)[number]

export const staffContract = {
  getOwnRole: endpoint({
    method: 'GET',
    path: '/api/own-role',
    access: 'signed-in',
    summary: 'Whether the person moderates, and whether two-factor sign-in still has to be turned on for it.',
    reply: z.object({
      role: z.nullable(z.enum(['moderator', 'administrator'])),
      hasTwoFactor: z.boolean(),
    }),
  }),
}
