import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

/** Reasons why a staff member leaves decisions about a person to others. */
export const BARS = ['reported', 'conversation', 'review', 'block'] as const
export type Bar = (typeof BARS)[number]

export const staffContract = {
  getOwnRole: endpoint({
    method: 'GET',
    path: '/api/own-role',
    access: 'signed-in',
    summary:
      'Returns whether the person moderates, and whether they still have to turn on two-factor login for it.',
    reply: z.object({
      role: z.nullable(z.enum(['moderator', 'administrator'])),
      hasTwoFactor: z.boolean(),
    }),
  }),
}
