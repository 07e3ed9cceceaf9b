import * as z from 'zod/mini'

/**
 * Warnings at a message that looks like a trick, for its reader and its writer. `{name}` is the writer's
 * name.
 */
export const Warning = z.object({
  rule: z.string(),
  look: z.enum(['info', 'warn', 'danger']),
  reader: z.string(),
  writer: z.string(),
})
export type Warning = z.output<typeof Warning>

/** A rule that matches a text, and the words that counted most. */
export const GuardHit = z.object({ rule: z.string(), words: z.string() })
export type GuardHit = z.output<typeof GuardHit>
