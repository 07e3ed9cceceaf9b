import * as z from 'zod/mini'

/** Null for a person who hides it or has deleted the account. */
export const Presence = z.nullable(z.object({ isOnline: z.boolean(), lastSeenAt: z.nullable(z.string()) }))
export type Presence = z.output<typeof Presence>
